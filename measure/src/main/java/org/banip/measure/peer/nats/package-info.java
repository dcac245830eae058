/**
 * NATS JetStream: the client publishes to a stream of nats-server, a consumer beside the server stores.
 *
 * <p>Flows in: packets. Flows out: the same, at least once. Threads: one that publishes, the library's.
 */
@NullMarked
package org.banip.measure.peer.nats;

import org.jspecify.annotations.NullMarked;
