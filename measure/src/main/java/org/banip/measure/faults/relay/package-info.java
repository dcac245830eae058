/**
 * A relay on loopback whose connections can be cut, stalled, reset, half open or damaged.
 *
 * <p>Flows in: bytes of both ends of each connection. Flows out: the same bytes, unless a fault is on. Threads: one that accepts, and two for each
 * connection, {@code banip-faults-relay}.
 */
@NullMarked
package org.banip.measure.faults.relay;

import org.jspecify.annotations.NullMarked;
