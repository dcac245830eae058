package org.banip.measure.overhead.wire;

import java.util.List;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.PacketKind;

/**
 * A packet that was seen on the link.
 *
 * @param way direction
 * @param kind purpose of the packet
 * @param options its TCP options
 * @param optionBytes bytes of these options
 * @param payload bytes of TCP payload
 */
record SeenPacket(Way way, PacketKind kind, List<TcpOption> options, int optionBytes, int payload) {
    static SeenPacket of(Way way, PacketKind kind, TcpPacket packet) {
        return new SeenPacket(way, kind, packet.options(), packet.optionBytes(), packet.payload().length);
    }

    int headers() {
        return TcpPacket.BARE_HEADERS + optionBytes;
    }

    int bytes() {
        return headers() + payload;
    }
}
