package org.banip.core.packet;

/**
 * A packet: header, payload as the chain encoded it, and the CRC-32C over both (docs/protocol.md, "Packets"). The payload is
 * not copied: who makes a packet gives the array away, and nobody writes to it.
 *
 * @param header its place
 * @param payload encoded sensor sets, at most {@link #MAX_PAYLOAD} bytes
 * @param crc CRC-32C of header and payload
 */
@SuppressWarnings("ArrayRecordComponent") // the payload goes from stage to stage without a copy
public record Packet(PacketHeader header, byte[] payload, int crc) implements Sequenced {
    /** Most bytes of payload. */
    public static final int MAX_PAYLOAD = 262_144;
    /** Most bytes of sensor sets that a payload stands for. */
    public static final int MAX_DECODED = 1_048_576;

    /** A packet with its CRC computed. */
    public static Packet of(PacketHeader header, byte[] payload) {
        return new Packet(header, payload, PacketChecksum.of(header, payload, 0, payload.length));
    }

    /** Whether the CRC matches header and payload. */
    public boolean intact() {
        return crc == PacketChecksum.of(header, payload, 0, payload.length);
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
}
