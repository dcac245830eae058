package org.banip.emulator.queue;

/**
 * A packet that has crossed the link.
 *
 * @param packet the packet
 * @param dueNanos when it is to be handed over; later is late
 */
public record Departure(QueuedPacket packet, long dueNanos) {}
