package org.banip.core.packet;

/**
 * The CRC-32C of a packet: over its whole header in a fixed form, then the payload, so that fields that a receiver derived wrongly are detected
 * (docs/protocol.md, "Packets").
 */
public final class PacketChecksum {
    private PacketChecksum() {}

    /** The checksum of a packet with this header and payload. */
    public static int of(PacketHeader header, byte[] payload, int offset, int length) {
        return of(
                header.group(),
                header.sequence(),
                header.originNanos(),
                header.firstUnit(),
                header.unitCount(),
                header.key(),
                payload,
                offset,
                length);
    }

    /** The same, without a header object. */
    public static int of(
            int group,
            long sequence,
            long originNanos,
            long firstUnit,
            int unitCount,
            boolean key,
            byte[] payload,
            int offset,
            int length) {
        int crc = Crc32c.START;
        crc = Crc32c.updateBigEndian(crc, key ? 1 : 0, 1);
        crc = Crc32c.updateBigEndian(crc, group, 1);
        crc = Crc32c.updateBigEndian(crc, sequence, 8);
        crc = Crc32c.updateBigEndian(crc, originNanos, 8);
        crc = Crc32c.updateBigEndian(crc, firstUnit, 8);
        crc = Crc32c.updateBigEndian(crc, unitCount, 4);
        crc = Crc32c.update(crc, payload, offset, length);
        return Crc32c.finish(crc);
    }
}
