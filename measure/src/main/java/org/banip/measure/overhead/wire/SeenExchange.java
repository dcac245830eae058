package org.banip.measure.overhead.wire;

import java.util.List;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.PacketKind;

/**
 * All packets that brought one packet of sensor sets over.
 *
 * @param packets in the order of sending
 * @param request bytes of the request's head; none with chunks
 * @param payload bytes of frames
 * @param answer bytes of HTTP's answer; none with chunks
 */
record SeenExchange(List<SeenPacket> packets, int request, int payload, int answer) {
    SeenExchange {
        packets = List.copyOf(packets);
    }

    long count(Way way) {
        return packets.stream().filter(packet -> packet.way() == way).count();
    }

    long bytes(Way way) {
        return packets.stream()
                .filter(packet -> packet.way() == way)
                .mapToLong(SeenPacket::bytes)
                .sum();
    }

    List<SeenPacket> of(Way way, PacketKind kind) {
        return packets.stream()
                .filter(packet -> packet.way() == way && packet.kind() == kind)
                .toList();
    }
}
