/**
 * Which codes a channel uses: all of them, or only evenly spaced ones, as a device that rescales its converter's codes leaves them.
 *
 * <p>Flows in: an encoder's sensor sets. Flows out: a lattice per channel. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.lattice;

import org.jspecify.annotations.NullMarked;
