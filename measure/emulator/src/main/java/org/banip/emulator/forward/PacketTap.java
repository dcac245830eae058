package org.banip.emulator.forward;

import org.banip.emulator.profile.Way;
import org.banip.emulator.queue.Fate;
import org.banip.emulator.queue.QueuedPacket;

/** Sees each packet of a link, on the link's thread: it must be quick and must not change the packet. */
public interface PacketTap {
    /**
     * A host has put a packet on the link.
     *
     * @param fate whether the queue had room
     * @param nanos {@link System#nanoTime}
     */
    void offered(Way way, QueuedPacket packet, Fate fate, long nanos);

    /**
     * A packet has reached the other host.
     *
     * @param nanos {@link System#nanoTime}
     */
    default void delivered(Way way, QueuedPacket packet, long nanos) {}
}
