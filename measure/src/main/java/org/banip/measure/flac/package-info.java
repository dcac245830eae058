/**
 * A coder after FLAC, to compare with: each channel by itself, in blocks, fixed or linear prediction, Rice codes in partitions. Not
 * FLAC's own format, which has headers and checksums besides.
 *
 * <p>Flows in and out: the samples of one channel, and bytes. Any thread.
 */
@NullMarked
package org.banip.measure.flac;

import org.jspecify.annotations.NullMarked;
