/**
 * {@code predict}: adaptive prediction over all channels of a group and arithmetic coding, with state from packet to packet
 * (docs/transcoders.md). Whole numbers only, so every machine comes to the same bits.
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, a byte longer at most. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.predict;

import org.jspecify.annotations.NullMarked;
