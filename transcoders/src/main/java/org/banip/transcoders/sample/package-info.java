/**
 * What the coders of samples share: samples as whole numbers.
 *
 * <p>Flows in and out: sensor sets of one packet, and arrays of their samples. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.sample;

import org.jspecify.annotations.NullMarked;
