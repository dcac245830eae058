package org.banip.measure.overhead.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.emulator.profile.Way;
import org.banip.measure.overhead.PacketKind;

/** Collects the packets of one exchange and names each. One thread. */
final class ExchangeBuilder {
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d{1,9})\r\n");
    private static final Pattern CHUNK = Pattern.compile("([0-9a-fA-F]{1,7})\r\n");
    private static final int HEX = 16;
    private static final int CR_LF = 2;

    private final boolean chunked;
    private final List<SeenPacket> packets = new ArrayList<>();
    private int request;
    private int payload;
    private int answer;
    /** Bytes of the request or chunk still to come. */
    private int left;

    private boolean begun;
    private boolean opened;

    /**
     * Creates a builder without packets.
     *
     * @param chunked whether a chunk is an exchange, not a request
     */
    ExchangeBuilder(boolean chunked) {
        this.chunked = chunked;
    }

    /** For what follows: it goes on where this one ends. */
    ExchangeBuilder next() {
        return new ExchangeBuilder(chunked);
    }

    /** Whether a packet from the MBU begins an exchange after this one. */
    boolean begins(TcpPacket packet) {
        if (packet.payload().length == 0 || left > 0) {
            return false;
        }
        return chunked
                ? CHUNK.matcher(Conversation.text(packet)).lookingAt() || Conversation.beginsData(packet)
                : Conversation.text(packet).startsWith("POST ");
    }

    /** Adds the next packet of this exchange. */
    void add(Way way, TcpPacket packet, boolean onReverse) {
        packets.add(SeenPacket.of(way, way == Way.UP ? up(packet, onReverse) : down(packet, onReverse), packet));
    }

    private PacketKind up(TcpPacket packet, boolean onReverse) {
        if (packet.syn()) {
            return PacketKind.SYN;
        }
        if (packet.rst() || packet.fin()) {
            return packet.ack() ? PacketKind.RESET : PacketKind.LATE;
        }
        int length = packet.payload().length;
        if (length == 0) {
            boolean opens = packets.size() == 2 && !opened && !begun;
            opened |= opens;
            return opens ? PacketKind.OPENED : PacketKind.ANSWER_ACK;
        }
        if (onReverse || begun) {
            left -= length;
            return PacketKind.FURTHER;
        }
        begin(packet);
        return PacketKind.FIRST;
    }

    private void begin(TcpPacket packet) {
        String text = Conversation.text(packet);
        begun = true;
        Matcher chunk = CHUNK.matcher(text);
        if (chunked && chunk.lookingAt()) {
            payload = Integer.parseInt(chunk.group(1), HEX);
            left = chunk.end() + payload + CR_LF - text.length();
            return;
        }
        Matcher length = LENGTH.matcher(text);
        if (Conversation.beginsData(packet) && length.find()) {
            request = text.indexOf(END_OF_HEAD) + END_OF_HEAD.length();
            payload = Integer.parseInt(length.group(1));
            left = request + payload - text.length();
        }
    }

    private PacketKind down(TcpPacket packet, boolean onReverse) {
        int length = packet.payload().length;
        if (length > 0) {
            answer += onReverse ? 0 : length;
            return onReverse ? PacketKind.FRAME : PacketKind.ANSWER;
        }
        if (packet.syn()) {
            return PacketKind.SYN_ACK;
        }
        return packet.fin() || packet.rst() ? PacketKind.END : PacketKind.DATA_ACK;
    }

    /** The exchange; empty if it carried no frames, or not all of them. */
    Optional<SeenExchange> build() {
        return payload > 0 && left == 0
                ? Optional.of(new SeenExchange(packets, request, payload, answer))
                : Optional.empty();
    }
}
