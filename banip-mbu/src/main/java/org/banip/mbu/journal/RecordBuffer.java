package org.banip.mbu.journal;

import java.util.Arrays;
import org.banip.core.packet.Crc32c;

/** Collects records before they are written. One thread at a time. Allocates nothing once it has grown. */
final class RecordBuffer {
    /** Length of the body, checksum of the body, checksum of these two. */
    static final int HEAD = 12;

    private byte[] bytes = new byte[1024];
    private int length;
    private int record;

    /** Where the last record begins. */
    int record() {
        return record;
    }

    int length() {
        return length;
    }

    byte[] bytes() {
        return bytes;
    }

    void clear() {
        length = 0;
    }

    /** Begins a record of a type. */
    RecordBuffer begin(int type) {
        record = length;
        ensure(HEAD);
        length += HEAD;
        return number(type, 1);
    }

    /** The lowest {@code count} bytes of a number, the highest of them first. */
    RecordBuffer number(long value, int count) {
        ensure(count);
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    RecordBuffer number(long value) {
        return number(value, 8);
    }

    RecordBuffer append(byte[] from) {
        ensure(from.length);
        System.arraycopy(from, 0, bytes, length, from.length);
        length += from.length;
        return this;
    }

    /** Ends the record: fills in its head. */
    void end() {
        int body = record + HEAD;
        int crc = Crc32c.finish(Crc32c.START, bytes, body, length - body);
        set(record, length - body);
        set(record + 4, crc);
        set(record + 8, Crc32c.finish(Crc32c.START, bytes, record, 8));
    }

    private void set(int at, int value) {
        for (int i = 0; i < 4; i++) {
            bytes[at + i] = (byte) (value >>> 8 * (3 - i));
        }
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
