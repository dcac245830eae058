package org.banip.core.packet;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A packet: its header, the payload that the chain encoded, and the CRC-32C over both (docs/protocol.md, "Packets"). The payload is not copied.
 * The packet owns the array, which must not be changed.
 *
 * @param header its header
 * @param payload encoded sensor sets, at most {@link #MAX_PAYLOAD} bytes
 * @param crc CRC-32C of header and payload
 */
@SuppressWarnings("ArrayRecordComponent") // the payload passes all stages without a copy
public record Packet(PacketHeader header, byte[] payload, int crc) implements Sequenced {
    /** Maximum bytes of payload. */
    public static final int MAX_PAYLOAD = 262_144;
    /** Maximum bytes of sensor sets in a packet. */
    public static final int MAX_DECODED = 1_048_576;

    /** Checks the payload's length, not the CRC: see {@link #intact()}. */
    public Packet {
        if (payload.length > MAX_PAYLOAD) {
            throw tooLong(header, "payload of " + payload.length + " bytes exceeds limit " + MAX_PAYLOAD);
        }
    }

    /** A packet with its CRC computed. */
    public static Packet of(PacketHeader header, byte[] payload) {
        return new Packet(header, payload, Crc32c.finish(header.crcState(), payload, 0, payload.length));
    }

    /** Whether the CRC matches header and payload. */
    public boolean intact() {
        return crc == Crc32c.finish(header.crcState(), payload, 0, payload.length);
    }

    @Override
    public int group() {
        return header.group();
    }

    @Override
    public long sequence() {
        return header.sequence();
    }

    @Override
    public long nextSequence() {
        return header.sequence() + 1;
    }

    @Override
    public long originNanos() {
        return header.originNanos();
    }

    @Override
    public long firstUnit() {
        return header.firstUnit();
    }

    @Override
    public long endUnit() {
        return header.firstUnit() + header.unitCount();
    }

    @Override
    public void requireFits(SensorGroup described) {
        Sequenced.super.requireFits(described);
        long decoded = (long) header.unitCount() * described.setBytes();
        if (decoded > MAX_DECODED) {
            throw tooLong(
                    header,
                    header.unitCount() + " sensor sets of " + described.setBytes() + " bytes exceed limit "
                            + MAX_DECODED);
        }
    }

    private static BanipException tooLong(PacketHeader header, String what) {
        return new BanipException(
                ErrorCode.TOO_LONG, "packet " + header.sequence() + " of group " + header.group() + ": " + what);
    }

    /** Equal in header, payload bytes and CRC. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Packet that
                && crc == that.crc
                && header.equals(that.header)
                && Arrays.equals(payload, that.payload);
    }

    @Override
    public int hashCode() {
        return header.hashCode() * 31 + crc;
    }

    @Override
    public String toString() {
        return header + " of " + payload.length + " bytes, CRC " + Integer.toHexString(crc);
    }
}
