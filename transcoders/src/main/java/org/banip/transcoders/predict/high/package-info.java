/**
 * The coder of {@code predict(effort=high)}: least-squares prediction over all channels of a group, mixed distributions and arithmetic coding
 * (docs/transcoders.md).
 *
 * <p>Flows in: blocks of sensor sets. Flows out: one block for each, shorter, as long, or a byte longer. The thread of the chain.
 *
 * <p>Encoder and decoder run the same {@link org.banip.transcoders.predict.high.HighGroupModel}, so each floating-point operation must give the
 * same bits on every machine. It computes with {@code double}, stores some values as {@code float}, and uses {@code long} for lattices and the
 * arithmetic coder. Its floating-point operations are + − · ÷, comparison, rounding to {@code float} or to a whole number, and the exponent. Java
 * defines them exactly (JLS 15.4, JEP 306), and the source text fixes their order. Tables come from {@link StrictMath}. There is no {@code
 * Math.exp}, {@code Math.log}, {@code Math.fma}, and no reduction in an unspecified order.
 */
@NullMarked
package org.banip.transcoders.predict.high;

import org.jspecify.annotations.NullMarked;
