package org.banip.mbu.journal;

import java.io.IOException;
import java.util.Arrays;
import org.banip.core.packet.Crc32c;

/**
 * Collects records before they are written: a head with checksums, then a type and what the record says (docs/delivery.md, "The files"). One thread
 * at a time. Allocates nothing once it has grown.
 */
public final class RecordBuffer {
    /** Length of the body, checksum of the body, checksum of these two. */
    static final int HEAD = 12;

    private final boolean encrypted;
    private byte[] bytes = new byte[1024];
    private int length;
    private int record;

    /** For plain records. */
    public RecordBuffer() {
        this(false);
    }

    /** For records that are encrypted before they are written, if {@code encrypted} says so. There is room for that in each. */
    RecordBuffer(boolean encrypted) {
        this.encrypted = encrypted;
    }

    /** Where the last record begins. */
    int record() {
        return record;
    }

    /** How many of the bytes belong to records. */
    public int length() {
        return length;
    }

    /** The records, and bytes that belong to none behind them. Not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Forgets all records. */
    public void clear() {
        length = 0;
    }

    /** Begins a record of a type, 0 to 255. */
    public RecordBuffer begin(int type) {
        record = length;
        ensure(HEAD);
        length += HEAD;
        if (encrypted && type != RecordType.KEY) {
            number(RecordType.ENCRYPTED, 1);
        }
        return number(type, 1);
    }

    /** The lowest {@code count} bytes of a number, the highest of them first. */
    public RecordBuffer number(long value, int count) {
        ensure(count);
        for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
        return this;
    }

    /** A number of 8 bytes. */
    public RecordBuffer number(long value) {
        return number(value, 8);
    }

    /** Bytes as they are. */
    public RecordBuffer append(byte[] from) {
        ensure(from.length);
        System.arraycopy(from, 0, bytes, length, from.length);
        length += from.length;
        return this;
    }

    /** Ends the record: fills in its head. That of a record that is to be encrypted has only its length yet. */
    public void end() {
        if (isEncrypted(record)) {
            ensure(RecordCipher.TAG);
            length += RecordCipher.TAG;
            set(record, length - record - HEAD);
        } else {
            fillHead(record, length - record - HEAD);
        }
    }

    private boolean isEncrypted(int at) {
        return encrypted && bytes[at + HEAD] == RecordType.ENCRYPTED;
    }

    private void fillHead(int at, int bodyLength) {
        set(at, bodyLength);
        set(at + 4, Crc32c.finish(Crc32c.START, bytes, at + HEAD, bodyLength));
        set(at + 8, Crc32c.finish(Crc32c.START, bytes, at, 8));
    }

    /** Encrypts all records, once, for a place in a file. */
    void encrypt(RecordCipher cipher, long file, long place) throws IOException {
        int at = 0;
        while (at < length) {
            int bodyLength = get(at);
            if (isEncrypted(at)) {
                int from = at + HEAD + 1;
                cipher.encrypt(bytes, from, bodyLength - RecordCipher.MORE, file, Math.toIntExact(place + at));
                fillHead(at, bodyLength);
            }
            at += HEAD + bodyLength;
        }
    }

    private int get(int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
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
