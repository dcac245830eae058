package org.banip.core.packet;

import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * A packet's header: group, sequence number, sampling instants and number of sensor sets (docs/protocol.md, "Packets").
 *
 * @param group index of the group in the BAN description, 0 to 63
 * @param sequence number of the packet in its group, from 0, without holes, below {@link #MAX_NUMBER}
 * @param originNanos instant of unit 0 of the sampling grid, nanoseconds since 1970-01-01T00:00Z
 * @param firstUnit number of its first sensor set on that grid; with the unit count at most {@link #MAX_NUMBER}
 * @param unitCount sensor sets in the packet, 1 to 65,535
 * @param key whether decoding can start here; always true in a stateless chain
 */
public record PacketHeader(int group, long sequence, long originNanos, long firstUnit, int unitCount, boolean key) {
    /** Maximum number of sensor sets in a packet. */
    public static final int MAX_UNITS = 65_535;
    /** Highest number on the wire, 2⁵⁶ − 1. No packet or gap may end beyond it. */
    public static final long MAX_NUMBER = (1L << 56) - 1;

    /** Checks every field. */
    public PacketHeader {
        check(group, sequence, firstUnit, unitCount);
    }

    /**
     * Checks the fields of a header before the header is made.
     *
     * @throws BanipException {@code MALFORMED_FRAME} if one is out of its range
     */
    public static void check(int group, long sequence, long firstUnit, int unitCount) {
        if (group < 0 || group >= BanDescription.MAX_GROUPS) {
            throw malformed("group " + group + " is outside 0 to " + (BanDescription.MAX_GROUPS - 1));
        }
        if (sequence < 0 || sequence >= MAX_NUMBER) {
            throw malformed("sequence number " + sequence + " is outside 0 to " + (MAX_NUMBER - 1));
        }
        if (unitCount < 1 || unitCount > MAX_UNITS) {
            throw malformed("unit count " + unitCount + " is outside 1 to " + MAX_UNITS);
        }
        if (firstUnit < 0 || firstUnit > MAX_NUMBER - unitCount) {
            throw malformed("units " + firstUnit + " + " + unitCount + " are outside 0 to " + MAX_NUMBER);
        }
    }

    /** The CRC-32C of a packet up to its payload, see {@link #crcState(int, long, long, long, int, boolean)}. */
    public int crcState() {
        return crcState(group, sequence, originNanos, firstUnit, unitCount, key);
    }

    /**
     * The CRC-32C of a packet up to its payload. It covers the whole header in a fixed form, so that wrongly derived fields are detected
     * (docs/protocol.md, "Packets"). {@link Crc32c#finish(int, byte[], int, int)} continues with the payload.
     */
    public static int crcState(int group, long sequence, long originNanos, long firstUnit, int unitCount, boolean key) {
        int crc = Crc32c.updateBigEndian(Crc32c.START, key ? 1 : 0, 1);
        crc = Crc32c.updateBigEndian(crc, group, 1);
        crc = Crc32c.updateBigEndian(crc, sequence, 8);
        crc = Crc32c.updateBigEndian(crc, originNanos, 8);
        crc = Crc32c.updateBigEndian(crc, firstUnit, 8);
        return Crc32c.updateBigEndian(crc, unitCount, 4);
    }

    private static BanipException malformed(String message) {
        return new BanipException(ErrorCode.MALFORMED_FRAME, message);
    }
}
