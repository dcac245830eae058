/**
 * {@code predict}: adaptive prediction over all channels of a group and arithmetic coding, with state across packets (docs/transcoders.md). It
 * uses whole numbers only, so every machine gets the same bits.
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, at most a byte longer. The thread of the chain.
 */
@NullMarked
package org.banip.transcoders.predict;

import org.jspecify.annotations.NullMarked;
