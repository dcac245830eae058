/**
 * Live subscribers: who sees surrogates appear, deliver and disappear.
 *
 * <p>Flows in: decoded sensor sets of each interconnect, in sequence order, from the thread that walks the receive path; it
 * only queues. Flows out: calls of a {@link org.banip.surrogate.api.SurrogateListener}, each subscriber on its own
 * thread from its own bounded queue. A slow subscriber loses live data, is told how much, and delays nobody. A subscriber
 * that wants everything from a start point on gets what it lost, or what came before it, from the store ({@code CatchUp}).
 *
 * <p><b>The Jini seam is here.</b> The module that exports surrogates as Jini services subscribes like everybody else: {@code
 * appeared} exports and joins, {@code delivered} goes to the remote subscribers, {@code disappeared} cancels the join. What it
 * needs from a surrogate's other side, commands to the BAN, is {@link org.banip.surrogate.api.SurrogateHandle}.
 */
@NullMarked
package org.banip.surrogate.subscriber;

import org.jspecify.annotations.NullMarked;
