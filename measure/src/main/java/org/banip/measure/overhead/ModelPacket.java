package org.banip.measure.overhead;

import org.banip.emulator.profile.Way;

/**
 * One IP packet that the model counts.
 *
 * @param way direction
 * @param kind purpose of the packet
 * @param headers bytes of IP and TCP headers, options included
 * @param payload bytes of TCP payload
 */
public record ModelPacket(Way way, PacketKind kind, int headers, int payload) {
    /** All its bytes. */
    public int bytes() {
        return headers + payload;
    }
}
