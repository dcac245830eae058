/**
 * A stand-in for an emulated link where there can be none: TCP connections relayed on loopback, by the same queues. Its results are
 * <em>approximate</em>, and are to be called so.
 *
 * <p>Flows in: bytes of a connection to the relay. Flows out: the same bytes, later, on a connection of the relay's own. Threads: one
 * for the clock, one that accepts, two for each direction of each connection, {@code banip-relay…}.
 */
@NullMarked
package org.banip.emulator.relay;

import org.jspecify.annotations.NullMarked;
