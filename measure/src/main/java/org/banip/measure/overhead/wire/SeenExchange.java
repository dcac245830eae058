package org.banip.measure.overhead.wire;

import java.util.List;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.PacketKind;

/**
 * All IP packets that carried one packet of sensor sets.
 *
 * @param packets in the order of sending
 * @param request bytes of the request's head; 0 for chunks
 * @param payload bytes of frames
 * @param answer bytes of the HTTP answer; 0 for chunks
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
