/**
 * The coder of {@code predict(effort=high)}: least-squares prediction over all channels of a group, mixed distributions and
 * arithmetic coding (docs/transcoders.md).
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, shorter, as long, or a byte longer. The thread of the chain.
 *
 * <p>Encoder and decoder run the same {@link org.banip.transcoders.predict.high.HighGroupModel}, so each floating-point operation must
 * give the same bits on every machine. It computes with {@code double}, keeps some of it as {@code float}, and has {@code long} for lattices and
 * the arithmetic coder; of floating point it uses + − · ÷, comparison, rounding to {@code float} or a whole number and the exponent, which
 * Java defines exactly (JLS 15.4, JEP 306), in an order that the source text fixes. Tables come from {@link StrictMath}; there is no
 * {@code Math.exp}, {@code Math.log}, {@code Math.fma} and no reduction whose order is left open.
 */
@NullMarked
package org.banip.transcoders.predict.high;

import org.jspecify.annotations.NullMarked;
