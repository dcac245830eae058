package org.banip.core.frame;

/** A reading position in bytes of frames, and methods for reading fields. */
final class FrameInput {
    /** The field is incomplete. */
    static final int MORE = -1;
    /** The number has too many bytes. */
    static final int OVERLONG = -2;

    private byte[] bytes = new byte[0];
    private int start;
    private int at;
    private int end;

    /** Starts at the beginning of these bytes. */
    void set(byte[] newBytes, int newStart, int newEnd) {
        bytes = newBytes;
        start = newStart;
        at = newStart;
        end = newEnd;
    }

    byte[] bytes() {
        return bytes;
    }

    int start() {
        return start;
    }

    int at() {
        return at;
    }

    /** Bytes read so far. */
    int consumed() {
        return at - start;
    }

    int available() {
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
}
