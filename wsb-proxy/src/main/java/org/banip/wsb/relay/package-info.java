/**
 * The relay: request in → authenticate → authorise → route → bytes through ({@link org.banip.wsb.relay.Relay} is that list).
 *
 * <p>Flows in: an MBU's request. Flows out: the same request to the surrogate host, and the host's answer, chunk by chunk in both
 * directions. Nothing blocks: towards the host a chunk is read when the one before has been written to the socket, towards the MBU when the one
 * before that has. So a slow reader slows the sender, and a request has three buffers at most. All events of a request run on its {@link
 * org.banip.server.executor.SerialExecutor}, on the thread that brought the event.
 */
@NullMarked
package org.banip.wsb.relay;

import org.jspecify.annotations.NullMarked;
