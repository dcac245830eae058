/**
 * Common parts of all peers of BANip: packets that wait to be sent and acknowledged, a client that sends them, a server that receives.
 *
 * <p>Flows in: packets. Flows out: the same to the peer's client, in order, again after a break.
 */
@NullMarked
package org.banip.measure.peer.transport;

import org.jspecify.annotations.NullMarked;
