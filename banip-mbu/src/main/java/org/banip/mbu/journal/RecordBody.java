package org.banip.mbu.journal;

import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/** The body of one record that is being read. A field beyond its end is {@code MALFORMED_FRAME}. */
public final class RecordBody {
    private final byte[] bytes;
    private final int start;
    private final int end;
    private int at;

    RecordBody(byte[] bytes, int from, int end) {
        this(bytes, from - RecordBuffer.HEAD, from, end);
    }

    /** A body whose type is at {@code from}, of a record whose head begins at {@code start}. */
    RecordBody(byte[] bytes, int start, int from, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
        at = from;
    }

    /** The next number of this many bytes, without a sign. */
    public long number(int count) {
        require(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | bytes[at++] & 0xff;
        }
        return value;
    }

    /** The next number of 8 bytes. */
    public long number() {
        return number(8);
    }

    /** The next bytes. */
    public byte[] bytes(int count) {
        require(count);
        byte[] taken = new byte[count];
        System.arraycopy(bytes, at, taken, 0, count);
        at += count;
        return taken;
    }

    void skip(int count) {
        require(count);
        at += count;
    }

    /** Everything up to the end. */
    byte[] rest() {
        return bytes(end - at);
    }

    /** Where its head begins. */
    public int start() {
        return start;
    }

    /** How many bytes are left. */
    public int left() {
        return end - at;
    }

    /** Where it is read next. */
    public int at() {
        return at;
    }

    private void require(int count) {
        if (count > end - at) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME, "record ends " + (count - (end - at)) + " bytes before its last field");
        }
    }
}
