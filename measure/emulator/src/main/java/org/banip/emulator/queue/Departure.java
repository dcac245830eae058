package org.banip.emulator.queue;

/**
 * A packet that has crossed the link.
 *
 * @param packet the packet
 * @param dueNanos instant at which it must be delivered
 */
public record Departure(QueuedPacket packet, long dueNanos) {}
