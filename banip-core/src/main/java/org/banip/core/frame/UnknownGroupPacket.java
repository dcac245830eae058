package org.banip.core.frame;

import org.banip.core.packet.Crc32c;
import org.banip.core.packet.PacketHeader;

/**
 * A packet of a group that the BAN does not have. Its CRC tells whether a byte was damaged or the sender is wrong. It is unknown whether the group's
 * chain is stateful, so a packet without key mark may be a key packet.
 *
 * @param group may be above the limit of a header
 * @param key whether the frame has the key mark
 * @param fields the fields of the packet except the group
 */
record UnknownGroupPacket(int group, boolean key, PacketHeader fields) {
    /** Whether this is the packet's CRC, with this payload. */
    boolean has(int crc, byte[] bytes, int payload, int length) {
        return crc == checksum(true, bytes, payload, length)
                || (!key && crc == checksum(false, bytes, payload, length));
    }

    private int checksum(boolean asKey, byte[] bytes, int payload, int length) {
        int state = PacketHeader.crcState(
                group, fields.sequence(), fields.originNanos(), fields.firstUnit(), fields.unitCount(), asKey);
        return Crc32c.finish(state, bytes, payload, length);
    }
}
