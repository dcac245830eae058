/**
 * The coder of {@code predict(effort=high)}: least-squares prediction over all channels of a group, mixed distributions and
 * arithmetic coding (docs/transcoders.md).
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, shorter, or one byte longer. The thread of the chain.
 *
 * <p>Encoder and decoder run the same {@link org.banip.transcoders.predict.high.GroupModel}, so each floating-point operation must
 * give the same bits on every machine. All of it is {@code double} with + − · ÷ and comparison, which Java defines exactly
 * (JLS 15.4, JEP 306), in an order that the source text fixes; tables come from {@link StrictMath}; there is no
 * {@code Math.exp}, {@code Math.log}, {@code Math.fma} and no reduction whose order is left open.
 */
@NullMarked
package org.banip.transcoders.predict.high;

import org.jspecify.annotations.NullMarked;
