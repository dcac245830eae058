package org.banip.measure.overhead.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.banip.emulator.profile.Way;

/** One TCP connection, from the SYN on. Filled by {@link #of}, then only read. */
final class Conversation {
    private static final Pattern DATA = Pattern.compile("POST \\S+/data HTTP/1\\.1\r\n");
    private static final Pattern REVERSE = Pattern.compile("GET \\S+/reverse HTTP/1\\.1\r\n");

    private final long mobile;
    private final List<TcpPacket> packets = new ArrayList<>();

    private Conversation(long mobile) {
        this.mobile = mobile;
    }

    /** The connections of a capture, in the order of their beginning. The MBU opens all of them. */
    static List<Conversation> of(List<TcpPacket> capture) {
        List<Conversation> all = new ArrayList<>();
        Map<Long, Conversation> current = new LinkedHashMap<>();
        for (TcpPacket packet : capture) {
            if (packet.syn() && !packet.ack()) {
                Conversation begun = new Conversation(packet.from());
                all.add(begun);
                current.put(packet.from(), begun);
            }
            Conversation of = current.getOrDefault(packet.from(), current.get(packet.to()));
            if (of != null) {
                of.packets.add(packet);
            }
        }
        return all;
    }

    List<TcpPacket> packets() {
        return List.copyOf(packets);
    }

    boolean holds(TcpPacket packet) {
        return packet.from() == mobile || packet.to() == mobile;
    }

    Way way(TcpPacket packet) {
        return packet.from() == mobile ? Way.UP : Way.DOWN;
    }

    /** Whether a request in it brings frames up. */
    boolean carriesData() {
        return packets.stream().anyMatch(Conversation::beginsData);
    }

    /** Whether it is the reverse channel. */
    boolean isReverse() {
        return packets.stream().anyMatch(packet -> REVERSE.matcher(text(packet)).lookingAt());
    }

    /** Whether both ends have closed it. */
    boolean ended() {
        return packets.stream().anyMatch(packet -> way(packet) == Way.UP && (packet.fin() || packet.rst()))
                && packets.stream().anyMatch(packet -> way(packet) == Way.DOWN && (packet.fin() || packet.rst()));
    }

    /** Whether a request that brings frames begins with this packet. */
    static boolean beginsData(TcpPacket packet) {
        return DATA.matcher(text(packet)).lookingAt();
    }

    /** The payload, a character for each byte. */
    static String text(TcpPacket packet) {
        return new String(packet.payload(), StandardCharsets.ISO_8859_1);
    }
}
