/**
 * A coder like FLAC, for comparison: each channel by itself, in blocks, with fixed or linear prediction and Rice codes in partitions. The
 * format is not FLAC's, which also has headers and checksums.
 *
 * <p>Flows in and out: the samples of one channel, and bytes. Any thread.
 */
@NullMarked
package org.banip.measure.flac;

import org.jspecify.annotations.NullMarked;
