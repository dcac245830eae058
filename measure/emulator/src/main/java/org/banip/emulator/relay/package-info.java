/**
 * A substitute for an emulated link on machines without the privileges: TCP connections are relayed on loopback through the same queues. Its results
 * are <em>approximate</em> and must be called so.
 *
 * <p>Flows in: bytes of a connection to the relay. Flows out: the same bytes, later, on a connection of the relay's own. Threads: one
 * for the clock, one that accepts, two for each direction of each connection, {@code banip-relay…}.
 */
@NullMarked
package org.banip.emulator.relay;

import org.jspecify.annotations.NullMarked;
