package org.banip.mbu.journal;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;

/** Packets and gaps as records. */
final class ItemRecords {
    /** The most bytes of a record: a packet that has moved, with the longest payload. */
    static final int LONGEST = RecordBuffer.HEAD + 64 + Packet.MAX_PAYLOAD + RecordCipher.MORE;

    /** Bytes of a packet before its payload, and before that if it has moved. */
    private static final int PACKET = 8 + 1 + 8 + 8 + 8 + 2 + 1;

    private static final int MOVED = 1 + 8;

    private ItemRecords() {}

    static void write(Sequenced item, long putNanos, RecordBuffer to) {
        if (item instanceof Packet packet) {
            to.begin(RecordType.PACKET);
            packet(packet, putNanos, to);
        } else {
            Gap gap = (Gap) item;
            to.begin(RecordType.GAP)
                    .number(putNanos)
                    .number(gap.group(), 1)
                    .number(gap.sequence())
                    .number(gap.sequenceCount())
                    .number(gap.originNanos())
                    .number(gap.firstUnit())
                    .number(gap.unitCount())
                    .number(gap.reason().number(), 1);
        }
        to.end();
    }

    static void writeMoved(Packet there, long putNanos, int from, long sequence, RecordBuffer to) {
        to.begin(RecordType.MOVED).number(from, 1).number(sequence);
        packet(there, putNanos, to);
        to.end();
    }

    private static void packet(Packet packet, long putNanos, RecordBuffer to) {
        PacketHeader header = packet.header();
        to.number(putNanos)
                .number(header.group(), 1)
                .number(header.sequence())
                .number(header.originNanos())
                .number(header.firstUnit())
                .number(header.unitCount(), 2)
                .number(header.key() ? 1 : 0, 1)
                .append(packet.payload());
    }

    /** Reads a packet's header behind the time when it was put in. The payload is what is left. */
    static PacketHeader readHeader(RecordBody from) {
        return new PacketHeader(
                (int) from.number(1),
                from.number(),
                from.number(),
                from.number(),
                (int) from.number(2),
                from.number(1) == 1);
    }

    /** Reads only the payload of a packet. */
    static byte[] readPayload(RecordBody from) {
        int type = (int) from.number(1);
        if (type == RecordType.MOVED) {
            from.skip(MOVED);
        } else if (type != RecordType.PACKET) {
            throw new BanipException(ErrorCode.MALFORMED_FRAME, "record of type " + type + " is no packet");
        }
        from.skip(PACKET);
        return from.rest();
    }

    /** Reads a gap behind the time when it was put in. */
    static Gap readGap(RecordBody from) {
        return new Gap(
                (int) from.number(1),
                from.number(),
                from.number(),
                from.number(),
                from.number(),
                from.number(),
                Gap.Reason.ofNumber((int) from.number(1)));
    }
}
