package org.banip.measure.overhead;

import org.banip.emulator.profile.Way;

/**
 * One IP packet that the model counts.
 *
 * @param way direction
 * @param kind what it is for
 * @param headers bytes of IP and TCP headers, options included
 * @param payload bytes of TCP's payload
 */
public record ModelPacket(Way way, PacketKind kind, int headers, int payload) {
    /** All of it. */
    public int bytes() {
        return headers + payload;
    }
}
