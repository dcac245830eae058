package org.banip.core.frame;

import java.util.Arrays;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Gap;
import org.banip.core.text.Counted;
import org.banip.core.text.Utf8;

/** Reads the body of one complete control frame, from its decoder's position. */
final class ControlBody {
    private final FrameDecoder in;
    private final int type;
    private final int end;
    private final String where;

    /** The frame begins at the decoder's start; its body of {@code length} bytes begins at the decoder's position. */
    ControlBody(FrameDecoder in, int length, String where) {
        this.in = in;
        this.type = in.bytes()[in.start()];
        this.end = in.at() + length;
        this.where = where;
    }

    static boolean isKnown(int type) {
        return (type >= FrameFormat.KEEP_ALIVE && type <= FrameFormat.ERROR) || type == FrameFormat.PATH_END;
    }

    void checkCrc() {
        int computed = Crc32c.finish(Crc32c.update(Crc32c.START, in.bytes(), in.start(), end - in.start()));
        int seen = 0;
        for (int i = 0; i < FrameFormat.CRC_BYTES; i++) {
            seen = seen << 8 | in.bytes()[end + i] & 0xff;
        }
        if (computed != seen) {
            throw new BanipException(ErrorCode.CHECKSUM_MISMATCH, name() + " fails its CRC-32C, " + where);
        }
    }

    /** Reads a frame other than a gap. */
    Control control() {
        try {
            Control control = read();
            finish();
            return control;
        } catch (BanipException e) {
            throw located(e);
        }
    }

    /** Reads the group of a gap; must be called before {@link #gap}. */
    int gapGroup() {
        try {
            return oneByte();
        } catch (BanipException e) {
            throw located(e);
        }
    }

    /** Reads the rest of a gap. */
    Gap gap(int group) {
        try {
            Gap gap = new Gap(
                    group, varint(), varint(), bigEndian64(), varint(), varint(), Gap.Reason.ofNumber(oneByte()));
            finish();
            if (gap.isRetirement() && (gap.sequenceCount() != 1 || gap.unitCount() != 1)) {
                throw new BanipException(
                        ErrorCode.MALFORMED_FRAME,
                        "a retirement takes " + Counted.of(gap.sequenceCount(), "number") + " and "
                                + Counted.of(gap.unitCount(), "unit") + ", must be one of each");
            }
            return gap;
        } catch (BanipException e) {
            throw located(e);
        }
    }

    private Control read() {
        switch (type) {
            case FrameFormat.KEEP_ALIVE:
                return new Control.KeepAlive();
            case FrameFormat.ACKNOWLEDGEMENT:
                return acknowledgement();
            case FrameFormat.COMMAND:
                return new Control.Command(varint(), text(varint()), rest());
            case FrameFormat.COMMAND_RESULT:
                return new Control.CommandResult(varint(), zeroOrOne(), rest());
            case FrameFormat.TIME_REQUEST:
                return new Control.TimeRequest(bigEndian64());
            case FrameFormat.TIME_ANSWER:
                return new Control.TimeAnswer(bigEndian64(), bigEndian64(), bigEndian64());
            case FrameFormat.PATH_END:
                return new Control.PathEnd(varint());
            default:
                return new Control.ErrorReport((int) Math.min(varint(), Integer.MAX_VALUE), text(left()));
        }
    }

    private Control.Acknowledgement acknowledgement() {
        long[] next = new long[BanDescription.MAX_GROUPS];
        int groups = 0;
        while (left() > 0) {
            if (groups == next.length) {
                throw malformed("acknowledges more than " + next.length + " groups");
            }
            next[groups++] = varint();
        }
        return new Control.Acknowledgement(Arrays.copyOf(next, groups));
    }

    private boolean zeroOrOne() {
        int seen = oneByte();
        if (seen > 1) {
            throw malformed("has " + seen + " where 0 or 1 belongs");
        }
        return seen == 1;
    }

    private int oneByte() {
        need(1);
        return in.oneByte();
    }

    private long varint() {
        long value = in.varint();
        if (value == FrameDecoder.OVERLONG) {
            throw malformed("number longer than " + FrameFormat.MAX_VARINT_BYTES + " bytes");
        }
        if (value == FrameDecoder.MORE || left() < 0) {
            throw malformed("is too short");
        }
        return value;
    }

    private long bigEndian64() {
        need(8);
        return in.bigEndian(8);
    }

    private String text(long length) {
        need(length);
        String text = Utf8.decode(in.bytes(), in.at(), (int) length)
                .orElseThrow(() -> malformed("has a text that is not UTF-8"));
        in.skip((int) length);
        return text;
    }

    private byte[] rest() {
        byte[] rest = Arrays.copyOfRange(in.bytes(), in.at(), end);
        in.skip(rest.length);
        return rest;
    }

    private int left() {
        return end - in.at();
    }

    private void need(long count) {
        if (count > left()) {
            throw malformed("is too short");
        }
    }

    private void finish() {
        if (left() > 0) {
            throw malformed("has " + Counted.of(left(), "byte") + " too many");
        }
    }

    private BanipException malformed(String what) {
        return new BanipException(ErrorCode.MALFORMED_FRAME, what);
    }

    private BanipException located(BanipException e) {
        return new BanipException(e.code(), name() + ": " + e.getMessage() + ", " + where, e);
    }

    private String name() {
        return "control frame 0x" + Integer.toHexString(type);
    }
}
