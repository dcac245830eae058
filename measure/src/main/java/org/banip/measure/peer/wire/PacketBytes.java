package org.banip.measure.peer.wire;

import java.nio.ByteBuffer;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;

/**
 * A packet as a short, self-contained message: group (1 byte), origin (8), sequence number, first unit
 * and unit count (variable, seven bits in each byte), and the sensor sets.
 */
public final class PacketBytes {
    private static final int MOST_HEAD = 1 + Long.BYTES + 3 * 9;
    private static final int MORE = 0x80;
    private static final int BITS = 7;

    private PacketBytes() {}

    /** The message. */
    public static byte[] encode(Packet packet) {
        PacketHeader header = packet.header();
        ByteBuffer out = ByteBuffer.allocate(MOST_HEAD + packet.payload().length);
        out.put((byte) header.group()).putLong(header.originNanos());
        putNumber(out, header.sequence());
        putNumber(out, header.firstUnit());
        putNumber(out, header.unitCount());
        out.put(packet.payload());
        byte[] message = new byte[out.position()];
        out.flip().get(message);
        return message;
    }

    /**
     * The packet.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_FRAME} if a number is out of its range
     * @throws java.nio.BufferUnderflowException if the message is too short
     */
    public static Packet decode(ByteBuffer message) {
        int group = message.get();
        long originNanos = message.getLong();
        long sequence = number(message);
        long firstUnit = number(message);
        int unitCount = (int) number(message);
        byte[] sets = new byte[message.remaining()];
        message.get(sets);
        return Packet.of(new PacketHeader(group, sequence, originNanos, firstUnit, unitCount, true), sets);
    }

    private static void putNumber(ByteBuffer out, long number) {
        long rest = number;
        while (rest >= MORE) {
            out.put((byte) (rest | MORE));
            rest >>>= BITS;
        }
        out.put((byte) rest);
    }

    private static long number(ByteBuffer in) {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            int next = in.get();
            number |= (long) (next & (MORE - 1)) << shift;
            if ((next & MORE) == 0) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number of more than 64 bits");
    }
}
