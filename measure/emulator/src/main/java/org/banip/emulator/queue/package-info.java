/**
 * One direction of an emulated link in virtual time: queue, loss and delay of packets.
 *
 * <p>Flows in: packets with the instant at which they come. Flows out: packets with the instant at which they leave. Nothing here reads a clock. The
 * caller passes instants, real ones for devices and virtual ones in tests. One thread owns a queue; any thread may read its counters.
 */
@NullMarked
package org.banip.emulator.queue;

import org.jspecify.annotations.NullMarked;
