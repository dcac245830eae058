package org.banip.core.frame;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Gap;

/** Reads the body of one control frame that is completely there. */
final class ControlBody {
    private final byte[] bytes;
    private final int frameStart;
    private final int end;
    private final String where;
    private int at;

    ControlBody(byte[] bytes, int frameStart, int bodyStart, int bodyEnd, String where) {
        this.bytes = bytes;
        this.frameStart = frameStart;
        this.at = bodyStart;
        this.end = bodyEnd;
        this.where = where;
    }

    static boolean isKnown(int type) {
        return type >= FrameFormat.KEEP_ALIVE && type <= FrameFormat.ERROR;
    }

    void checkCrc() {
        int computed = Crc32c.finish(Crc32c.update(Crc32c.START, bytes, frameStart, end - frameStart));
        int seen = 0;
        for (int i = 0; i < FrameFormat.CRC_BYTES; i++) {
            seen = seen << 8 | bytes[end + i] & 0xff;
        }
        if (computed != seen) {
            throw new BanipException(
                    ErrorCode.CHECKSUM_MISMATCH,
                    "control frame 0x" + Integer.toHexString(bytes[frameStart]) + " fails its CRC-32C, " + where);
        }
    }

    void handTo(int type, FrameHandler handler) {
        switch (type) {
            case FrameFormat.KEEP_ALIVE:
                finish();
                handler.control(new Control.KeepAlive());
                break;
            case FrameFormat.ACKNOWLEDGEMENT:
                handler.control(acknowledgement());
                break;
            case FrameFormat.GAP:
                handler.sequenced(gap());
                break;
            case FrameFormat.COMMAND:
                handler.control(new Control.Command(varint(), text((int) Math.min(varint(), end)), rest()));
                break;
            case FrameFormat.COMMAND_RESULT:
                handler.control(new Control.CommandResult(varint(), oneByte() != 0, rest()));
                break;
            case FrameFormat.TIME_REQUEST:
                Control.TimeRequest request = new Control.TimeRequest(bigEndian64());
                finish();
                handler.control(request);
                break;
            case FrameFormat.TIME_ANSWER:
                Control.TimeAnswer answer = new Control.TimeAnswer(bigEndian64(), bigEndian64(), bigEndian64());
                finish();
                handler.control(answer);
                break;
            default:
                handler.control(new Control.ErrorReport((int) Math.min(varint(), 127), text(end - at)));
        }
    }

    private Control.Acknowledgement acknowledgement() {
        long[] next = new long[BanDescription.MAX_GROUPS];
        int groups = 0;
        while (at < end) {
            if (groups == next.length) {
                throw malformed("acknowledges more than " + next.length + " groups");
            }
            next[groups++] = varint();
        }
        return new Control.Acknowledgement(Arrays.copyOf(next, groups));
    }

    private Gap gap() {
        int group = oneByte();
        long sequence = varint();
        long sequenceCount = varint();
        long origin = bigEndian64();
        long firstUnit = varint();
        long unitCount = varint();
        int reason = oneByte();
        finish();
        return new Gap(group, sequence, sequenceCount, origin, firstUnit, unitCount, Gap.Reason.ofNumber(reason));
    }

    private int oneByte() {
        need(1);
        return bytes[at++] & 0xff;
    }

    private long varint() {
        long value = 0;
        for (int i = 0; i < FrameFormat.MAX_VARINT_BYTES; i++) {
            int b = oneByte();
            value |= (long) (b & 0x7f) << 7 * i;
            if (b < 0x80) {
                return value;
            }
        }
        throw malformed("number longer than " + FrameFormat.MAX_VARINT_BYTES + " bytes");
    }

    private long bigEndian64() {
        need(8);
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = value << 8 | bytes[at++] & 0xff;
        }
        return value;
    }

    private String text(int length) {
        need(length);
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    private byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return rest;
    }

    private void need(int count) {
        if (count > end - at) {
            throw malformed("is too short");
        }
    }

    private void finish() {
        if (at != end) {
            throw malformed("has " + (end - at) + " bytes too many");
        }
    }

    private BanipException malformed(String what) {
        return new BanipException(
                ErrorCode.MALFORMED_FRAME,
                "control frame 0x" + Integer.toHexString(bytes[frameStart]) + " " + what + ", " + where);
    }
}
