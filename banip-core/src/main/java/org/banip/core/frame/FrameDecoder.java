package org.banip.core.frame;

import java.util.Arrays;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketChecksum;
import org.banip.core.packet.PacketHeader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames of one HTTP body, however the bytes are cut. Keeps at most one frame; a frame over its limit is refused from
 * its first bytes.
 *
 * <p>One thread at a time. After an exception the body is of no further use.
 */
public final class FrameDecoder {
    private static final int MORE = -1;

    private final FrameReference[] references;
    private final boolean[] stateless;
    private final FrameHandler handler;
    private final String where;

    private byte[] buffer = new byte[2048];
    private int start;
    private int end;
    /** Where the field after the one just read begins. */
    private int cursor;

    /**
     * A decoder for one body.
     *
     * @param lastKnown per group the last packet before this body, or null; empty for a body without packets
     * @param stateless per group whether every packet is a key packet
     * @param handler takes the frames
     * @param where named in error messages, for example {@code interconnect 4f1c}
     */
    public FrameDecoder(
            List<@Nullable PacketHeader> lastKnown, boolean[] stateless, FrameHandler handler, String where) {
        references = new FrameReference[lastKnown.size()];
        for (int i = 0; i < references.length; i++) {
            references[i] = new FrameReference(lastKnown.get(i));
        }
        this.stateless = stateless.clone();
        this.handler = handler;
        this.where = where;
    }

    /**
     * Takes the next bytes of the body and hands on every frame that is complete.
     *
     * @throws BanipException {@code MALFORMED_FRAME}, {@code TOO_LONG}, {@code CHECKSUM_MISMATCH}, {@code UNKNOWN_GROUP}
     */
    public void feed(byte[] bytes, int offset, int length) {
        makeRoom(length);
        System.arraycopy(bytes, offset, buffer, end, length);
        end += length;
        while (start < end) {
            int next = (buffer[start] & FrameFormat.DATA) != 0 ? dataFrame() : controlFrame();
            if (next == MORE) {
                return;
            }
            start = next;
        }
        start = 0;
        end = 0;
    }

    /**
     * Says that the body has ended.
     *
     * @throws BanipException {@code TRUNCATED} if a frame is incomplete
     */
    public void end() {
        if (start < end) {
            throw new BanipException(
                    ErrorCode.TRUNCATED, "body ended inside a frame, " + (end - start) + " bytes of it came, " + where);
        }
    }

    /** Bytes of an incomplete frame that are held. */
    public int pendingBytes() {
        return end - start;
    }

    private void makeRoom(int length) {
        if (buffer.length - end >= length) {
            return;
        }
        System.arraycopy(buffer, start, buffer, 0, end - start);
        end -= start;
        start = 0;
        if (buffer.length - end < length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, end + length));
        }
    }

    private int dataFrame() {
        int type = buffer[start];
        cursor = start + 1;
        long length = varint();
        if (length == MORE) {
            return MORE;
        }
        if (length > Packet.MAX_PAYLOAD) {
            throw error(ErrorCode.TOO_LONG, "frame length " + length + " exceeds limit " + Packet.MAX_PAYLOAD);
        }
        int group = type & FrameFormat.GROUP_MASK;
        if (group == FrameFormat.GROUP_FOLLOWS) {
            if (cursor >= end) {
                return MORE;
            }
            group = buffer[cursor++] & 0xff;
        }
        if (group >= references.length) {
            throw error(ErrorCode.UNKNOWN_GROUP, "group " + group + " in a BAN of " + references.length + " groups");
        }
        return dataFrame(type, group, (int) length, references[group]);
    }

    private int dataFrame(int type, int group, int length, FrameReference reference) {
        int form = type >> FrameFormat.SEQUENCE_SHIFT & 3;
        boolean full = form >= FrameFormat.SEQUENCE_FULL;
        boolean hasTime = (type & FrameFormat.HAS_TIME) != 0;
        boolean hasCount = (type & FrameFormat.HAS_COUNT) != 0;
        if (!reference.known() && !(full && hasTime && hasCount)) {
            throw error(
                    ErrorCode.MALFORMED_FRAME,
                    "first frame of group " + group + " lacks its sequence number, time or count, type 0x"
                            + Integer.toHexString(type & 0xff));
        }
        long sequence = sequence(form, reference);
        if (sequence == MORE || (hasTime && end - cursor < 8)) {
            return MORE;
        }
        long origin = hasTime ? bigEndian(8) : reference.originNanos();
        long firstUnit = hasTime ? varint() : reference.expectedFirstUnit(sequence);
        if (hasTime && firstUnit == MORE) {
            return MORE;
        }
        long count = hasCount ? varint() : reference.expectedUnitCount();
        if (count == MORE || end - cursor < length + FrameFormat.CRC_BYTES) {
            return MORE;
        }
        boolean key = form == FrameFormat.SEQUENCE_FULL_KEY || stateless[group];
        int units = (int) Math.min(count, Integer.MAX_VALUE);
        PacketHeader header = new PacketHeader(group, sequence, origin, firstUnit, units, key);
        byte[] payload = Arrays.copyOfRange(buffer, cursor, cursor + length);
        cursor += length;
        int crc = (int) bigEndian(FrameFormat.CRC_BYTES);
        if (crc != PacketChecksum.of(header, payload, 0, length)) {
            throw error(
                    ErrorCode.CHECKSUM_MISMATCH, "packet " + sequence + " of group " + group + " fails its CRC-32C");
        }
        reference.update(sequence, origin, firstUnit, units);
        int next = cursor;
        handler.sequenced(new Packet(header, payload, crc));
        return next;
    }

    private long sequence(int form, FrameReference reference) {
        if (form == FrameFormat.SEQUENCE_NEXT) {
            return reference.expectedSequence();
        }
        if (form == FrameFormat.SEQUENCE_NEAR) {
            if (cursor >= end) {
                return MORE;
            }
            long sequence = reference.expectedSequence() + buffer[cursor++];
            if (sequence < 0) {
                throw error(ErrorCode.MALFORMED_FRAME, "sequence number " + sequence + " is below zero");
            }
            return sequence;
        }
        return varint();
    }

    private int controlFrame() {
        int type = buffer[start];
        cursor = start + 1;
        long length = varint();
        if (length == MORE) {
            return MORE;
        }
        if (length > FrameFormat.MAX_CONTROL_BODY) {
            throw error(
                    ErrorCode.TOO_LONG, "control frame length " + length + " exceeds " + FrameFormat.MAX_CONTROL_BODY);
        }
        int bodyEnd = cursor + (int) length;
        if (type < FrameFormat.OPTIONAL_FROM && !ControlBody.isKnown(type)) {
            throw error(ErrorCode.MALFORMED_FRAME, "frame type 0x" + Integer.toHexString(type) + " is not defined");
        }
        if (end - bodyEnd < FrameFormat.CRC_BYTES) {
            return MORE;
        }
        int next = bodyEnd + FrameFormat.CRC_BYTES;
        ControlBody body = new ControlBody(buffer, start, cursor, bodyEnd, where);
        body.checkCrc();
        if (type < FrameFormat.OPTIONAL_FROM) {
            body.handTo(type, handler);
        }
        return next;
    }

    /** The varint at the cursor, or MORE. */
    private long varint() {
        long value = 0;
        for (int i = 0; i < FrameFormat.MAX_VARINT_BYTES; i++) {
            if (cursor >= end) {
                return MORE;
            }
            byte b = buffer[cursor++];
            value |= (long) (b & 0x7f) << 7 * i;
            if (b >= 0) {
                return value;
            }
        }
        throw error(ErrorCode.MALFORMED_FRAME, "number longer than " + FrameFormat.MAX_VARINT_BYTES + " bytes");
    }

    private long bigEndian(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | buffer[cursor++] & 0xff;
        }
        return value;
    }

    private BanipException error(ErrorCode code, String message) {
        return new BanipException(code, message + ", " + where);
    }
}
