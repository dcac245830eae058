package org.banip.core.frame;

import java.util.Arrays;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.text.Counted;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames of one HTTP body, wherever the body is cut into pieces. Keeps the beginning of at most one frame; a frame over its limit is
 * refused from its first bytes. All checks are made except those that need the group's description: see {@link
 * org.banip.core.packet.Sequenced#requireFits}.
 *
 * <p>A damaged byte never causes an error that is final for the sender (docs/protocol.md, "Precedence of errors in a frame"): the group and the
 * limits inside a frame are checked after its CRC; checks before the CRC give {@code MALFORMED_FRAME}.
 *
 * <p>One thread at a time. After an exception the decoder must not be used again.
 */
public final class FrameDecoder {
    /** The field, or the frame, is incomplete. */
    static final int MORE = -1;
    /** The number has too many bytes. */
    static final int OVERLONG = -2;

    private static final int SMALLEST_ROOM = 1024;
    /** A buffer above this size is released after the frame that needed it. */
    private static final int KEPT_ROOM = 16_384;

    private FrameReference[] references;
    private boolean[] stateless;
    private final FrameHandler handler;
    private final String where;

    // The bytes that are read, from the beginning of a frame on, and how far.
    private byte[] bytes = new byte[0];
    private int start;
    private int at;
    private int end;

    /** The beginning of a frame that is not complete. */
    private byte[] held = new byte[0];

    private int heldLength;
    /** Number of bytes of the frame that must be present before it is parsed again; set when there were too few. */
    private int needed;

    /**
     * A decoder for one body.
     *
     * @param lastKnown per group the last packet before this body, or null; empty for a body without packets and gaps
     * @param stateless per group whether every packet is a key packet
     * @param handler receives the frames
     * @param where named in error messages, for example {@code interconnect 4f1c}
     */
    public FrameDecoder(
            List<? extends @Nullable PacketHeader> lastKnown, boolean[] stateless, FrameHandler handler, String where) {
        references = FrameReference.ofAll(lastKnown, stateless);
        this.stateless = stateless.clone();
        this.handler = handler;
        this.where = where;
    }

    /**
     * The BAN has more groups from now on; the first frame of each has all of its fields.
     *
     * @param statelessNow per group, the former ones included, whether every packet is a key packet
     */
    public void addGroups(boolean[] statelessNow) {
        references = FrameReference.extended(references, statelessNow.length);
        stateless = statelessNow.clone();
    }

    /**
     * Reads the next bytes of the body and passes on every complete frame. The bytes may be reused afterwards.
     *
     * @throws BanipException {@code MALFORMED_FRAME}, {@code CHECKSUM_MISMATCH}, and, after the CRC has confirmed the frame, {@code UNKNOWN_GROUP}
     *     and {@code TOO_LONG}
     */
    public void feed(byte[] body, int offset, int length) {
        int next = offset;
        int bodyEnd = offset + length;
        while (next < bodyEnd) {
            if (heldLength == 0) {
                int size = frame(body, next, bodyEnd);
                if (size == MORE) {
                    hold(body, next, bodyEnd - next);
                    return;
                }
                next += size;
            } else {
                int taken = Math.min(bodyEnd - next, needed - heldLength);
                hold(body, next, taken);
                next += taken;
                if (heldLength == needed && frame(held, 0, heldLength) != MORE) {
                    release();
                }
            }
        }
    }

    /**
     * Tells that the body has ended.
     *
     * @throws BanipException {@code TRUNCATED} if a frame is incomplete
     */
    public void end() {
        if (heldLength > 0) {
            throw error(
                    ErrorCode.TRUNCATED,
                    "body ended inside a frame, " + Counted.of(heldLength, "byte") + " of it came");
        }
    }

    /** Number of bytes kept of an incomplete frame. */
    public int pendingBytes() {
        return heldLength;
    }

    /** Makes room for kept bytes, at most the length of the longest frame. */
    int room() {
        return held.length;
    }

    /** Length of the kept frame, as far as it is known. */
    int needed() {
        return needed;
    }

    private void hold(byte[] body, int offset, int length) {
        int wanted = heldLength + length;
        if (wanted > held.length) {
            int room = Math.max(wanted, Math.min(2 * held.length, needed));
            held = Arrays.copyOf(held, Math.max(SMALLEST_ROOM, room));
        }
        System.arraycopy(body, offset, held, heldLength, length);
        heldLength = wanted;
    }

    private void release() {
        heldLength = 0;
        if (held.length > KEPT_ROOM) {
            held = new byte[0];
        }
    }

    /** Reads the frame that begins at {@code from}. Returns its length, or MORE. */
    private int frame(byte[] in, int from, int to) {
        bytes = in;
        start = from;
        at = from;
        end = to;
        needed = to - from + 1;
        int type = oneByte();
        return type >= FrameFormat.DATA ? dataFrame(type) : controlFrame(type);
    }

    private int dataFrame(int type) {
        long length = number();
        if (length == MORE) {
            return MORE;
        }
        if (length > Packet.MAX_PAYLOAD) {
            throw malformed("payload length " + length + " exceeds limit " + Packet.MAX_PAYLOAD);
        }
        int group = type & FrameFormat.GROUP_MASK;
        if (group == FrameFormat.GROUP_FOLLOWS) {
            group = oneByte();
            if (group == MORE) {
                return MORE;
            }
        }
        return dataFrame(
                type, group, (int) length, group < references.length ? references[group] : FrameReference.NONE);
    }

    private void requireGroup(int group) {
        if (references.length == 0) {
            throw malformed("packet or gap on a body that has none");
        }
        if (group >= references.length) {
            throw error(
                    ErrorCode.UNKNOWN_GROUP,
                    "group " + group + " in a BAN of " + Counted.of(references.length, "group"));
        }
    }

    private int dataFrame(int type, int group, int length, FrameReference reference) {
        int form = type >> FrameFormat.SEQUENCE_SHIFT & 3;
        boolean hasTime = (type & FrameFormat.HAS_TIME) != 0;
        boolean hasCount = (type & FrameFormat.HAS_COUNT) != 0;
        checkForm(type, group, form, reference, hasTime && hasCount);
        long sequence = sequence(form, reference);
        if (sequence == MORE || (hasTime && available() < 8)) {
            return MORE;
        }
        long origin = hasTime ? bigEndian(8) : reference.originNanos();
        long firstUnit = hasTime ? number() : reference.expectedFirstUnit(sequence);
        if (hasTime && firstUnit == MORE) {
            return MORE;
        }
        long count = hasCount ? number() : reference.expectedUnitCount();
        if (count == MORE) {
            return MORE;
        }
        boolean key = form == FrameFormat.SEQUENCE_FULL_KEY;
        boolean known = group < references.length;
        // Before the payload is there: numbers out of their range are refused as the bytes come (docs/protocol.md,
        // 5.4).
        int unitCount = (int) Math.min(count, PacketHeader.MAX_UNITS + 1);
        check(known ? group : 0, sequence, firstUnit, unitCount);
        if (available() < length + FrameFormat.CRC_BYTES) {
            needed = consumed() + length + FrameFormat.CRC_BYTES;
            return MORE;
        }
        if (!known) {
            throw unknownGroup(group, key, new PacketHeader(0, sequence, origin, firstUnit, unitCount, key), length);
        }
        PacketHeader header = new PacketHeader(group, sequence, origin, firstUnit, unitCount, key || stateless[group]);
        int payload = at;
        at += length;
        int crc = (int) bigEndian(FrameFormat.CRC_BYTES);
        if (crc != Crc32c.finish(header.crcState(), bytes, payload, length)) {
            throw checksumMismatch(sequence, group);
        }
        int size = at - start;
        reference.update(header);
        handler.sequenced(new Packet(header, Arrays.copyOfRange(bytes, payload, payload + length), crc));
        return size;
    }

    private void checkForm(int type, int group, int form, FrameReference reference, boolean hasAll) {
        if (!reference.known() && (!hasAll || form < FrameFormat.SEQUENCE_FULL)) {
            throw malformed("first frame of group " + group + " lacks its sequence number, time or count, type 0x"
                    + Integer.toHexString(type));
        }
        if (form == FrameFormat.SEQUENCE_FULL_KEY && group < stateless.length && stateless[group]) {
            throw malformed("frame of group " + group + " says key packet, its chain has no state, type 0x"
                    + Integer.toHexString(type));
        }
    }

    private long sequence(int form, FrameReference reference) {
        if (form == FrameFormat.SEQUENCE_NEXT) {
            return reference.expectedSequence();
        }
        if (form != FrameFormat.SEQUENCE_NEAR) {
            return number();
        }
        int step = oneByte();
        if (step == MORE) {
            return MORE;
        }
        long sequence = reference.expectedSequence() + (byte) step;
        if (sequence < 0) {
            throw malformed("sequence number " + sequence + " is below zero");
        }
        return sequence;
    }

    private void check(int group, long sequence, long firstUnit, int unitCount) {
        try {
            PacketHeader.check(group, sequence, firstUnit, unitCount);
        } catch (BanipException e) {
            throw new BanipException(e.code(), e.getMessage() + ", " + where, e);
        }
    }

    /** The error of a packet of a group that the BAN does not have: its CRC, or else its group. */
    private BanipException unknownGroup(int group, boolean key, PacketHeader fields, int length) {
        int payload = at;
        at += length;
        int crc = (int) bigEndian(FrameFormat.CRC_BYTES);
        if (new UnknownGroupPacket(group, key, fields).has(crc, bytes, payload, length)) {
            requireGroup(group);
        }
        return checksumMismatch(fields.sequence(), group);
    }

    private int controlFrame(int type) {
        if (type < FrameFormat.OPTIONAL_FROM && !ControlBody.isKnown(type)) {
            throw malformed("frame type 0x" + Integer.toHexString(type) + " is not defined");
        }
        long length = number();
        if (length == MORE) {
            return MORE;
        }
        if (length > FrameFormat.MAX_CONTROL_BODY) {
            throw malformed("control frame length " + length + " exceeds limit " + FrameFormat.MAX_CONTROL_BODY);
        }
        int size = consumed() + (int) length + FrameFormat.CRC_BYTES;
        if (available() < length + FrameFormat.CRC_BYTES) {
            needed = size;
            return MORE;
        }
        ControlBody body = new ControlBody(this, (int) length, where);
        body.checkCrc();
        if (type == FrameFormat.GAP) {
            int group = body.gapGroup();
            requireGroup(group);
            handler.sequenced(body.gap(group));
        } else if (ControlBody.isKnown(type)) {
            handler.control(body.control());
        }
        return size;
    }

    // --- the fields of a frame ---

    /** The bytes in which the frame is. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the frame begins in them. */
    int start() {
        return start;
    }

    /** Where the next field begins in them. */
    int at() {
        return at;
    }

    /** Bytes of the frame read so far. */
    private int consumed() {
        return at - start;
    }

    private int available() {
        return end - at;
    }

    void skip(int count) {
        at += count;
    }

    /** The next byte, 0 to 255, or MORE. */
    int oneByte() {
        return at < end ? bytes[at++] & 0xff : MORE;
    }

    /** The next unsigned LEB128 number, or MORE or OVERLONG. */
    long varint() {
        long value = 0;
        for (int shift = 0; shift < 7 * FrameFormat.MAX_VARINT_BYTES; shift += 7) {
            if (at == end) {
                return MORE;
            }
            byte b = bytes[at++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        return OVERLONG;
    }

    /** The next bytes as one big-endian number; they must be present. */
    long bigEndian(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | bytes[at++] & 0xff;
        }
        return value;
    }

    /** The next varint, or MORE. */
    private long number() {
        long value = varint();
        if (value == OVERLONG) {
            throw malformed("number longer than " + FrameFormat.MAX_VARINT_BYTES + " bytes");
        }
        return value;
    }

    private BanipException checksumMismatch(long sequence, int group) {
        return error(ErrorCode.CHECKSUM_MISMATCH, "packet " + sequence + " of group " + group + " fails its CRC-32C");
    }

    private BanipException malformed(String message) {
        return error(ErrorCode.MALFORMED_FRAME, message);
    }

    private BanipException error(ErrorCode code, String message) {
        return new BanipException(code, message + ", " + where);
    }
}
