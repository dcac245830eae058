/**
 * gRPC: one streaming call, packets one way, acknowledgements the other.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: one that sends, one for acknowledgements per call, Netty's.
 */
@NullMarked
package org.banip.measure.peer.grpc;

import org.jspecify.annotations.NullMarked;
