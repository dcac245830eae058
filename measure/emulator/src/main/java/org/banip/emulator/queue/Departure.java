package org.banip.emulator.queue;

/**
 * A packet that has crossed the link.
 *
 * @param packet the packet
 * @param dueNanos when it is to be handed over; whoever does it later is late
 */
public record Departure(Packet packet, long dueNanos) {}
