package org.banip.measure.overhead.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An IPv4 packet with TCP in it (RFC 791, RFC 9293).
 *
 * @param from address and port of the sender
 * @param to address and port of the receiver
 * @param flags TCP's
 * @param options TCP's, by name
 * @param optionBytes bytes of all options
 * @param payload TCP's
 */
@SuppressWarnings("ArrayRecordComponent") // compared nowhere
record TcpPacket(long from, long to, int flags, List<TcpOption> options, int optionBytes, byte[] payload) {
    /** IP and TCP headers without options. */
    static final int BARE_HEADERS = 40;

    private static final int TCP = 6;
    private static final int HEADER = 20;
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int ACK = 16;

    TcpPacket {
        options = List.copyOf(options);
    }

    /** Reads a packet; empty if it is not TCP, or has IP options. */
    static Optional<TcpPacket> of(byte[] packet) {
        if (packet.length < BARE_HEADERS || packet[0] != 0x45 || packet[9] != TCP) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(packet);
        int header = (packet[HEADER + 12] >> 4 & 0x0f) * 4;
        byte[] options = Arrays.copyOfRange(packet, BARE_HEADERS, HEADER + header);
        return Optional.of(new TcpPacket(
                endpoint(in, 12, HEADER),
                endpoint(in, 16, HEADER + 2),
                packet[HEADER + 13] & 0x3f,
                TcpOption.readAll(options),
                options.length,
                Arrays.copyOfRange(packet, HEADER + header, packet.length)));
    }

    private static long endpoint(ByteBuffer in, int address, int port) {
        return (in.getInt(address) & 0xffff_ffffL) << 16 | in.getShort(port) & 0xffff;
    }

    boolean syn() {
        return (flags & SYN) != 0;
    }

    boolean ack() {
        return (flags & ACK) != 0;
    }

    boolean fin() {
        return (flags & FIN) != 0;
    }

    boolean rst() {
        return (flags & RST) != 0;
    }

    /** Bytes of IP and TCP headers, options included. */
    int headers() {
        return BARE_HEADERS + optionBytes;
    }
}
