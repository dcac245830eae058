/**
 * The codes that a channel uses: all of them, or only evenly spaced ones if a device rescales its converter's codes.
 *
 * <p>Flows in: an encoder's sensor sets. Flows out: a lattice for each channel. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.lattice;

import org.jspecify.annotations.NullMarked;
