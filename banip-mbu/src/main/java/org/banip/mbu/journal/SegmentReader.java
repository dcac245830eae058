package org.banip.mbu.journal;

import java.io.IOException;
import org.banip.core.packet.Crc32c;
import org.jspecify.annotations.Nullable;

/** Finds the whole records in the bytes of a file, and decrypts them. What is damaged between them is skipped, and counted. */
public final class SegmentReader {
    /** Takes a record. */
    @FunctionalInterface
    public interface Sink {
        /** Takes a record whose checksums are right. */
        void record(RecordBody body);
    }

    private final byte[] bytes;
    private final @Nullable RecordCipher cipher;
    private final long file;
    private int end;
    private int skipped;
    private int unreadable;

    /** A reader of a plain file. */
    public SegmentReader(byte[] bytes) {
        this(bytes, null, 0);
    }

    /** A reader of a file of this number. The cipher is null if the file is plain. */
    SegmentReader(byte[] bytes, @Nullable RecordCipher cipher, long file) {
        this.bytes = bytes;
        this.cipher = cipher;
        this.file = file;
    }

    /** Reads all records, once: encrypted ones are decrypted where they are. */
    public void read(Sink sink) throws IOException {
        for (int at = find(0); at >= 0; at = find(end)) {
            skipped += at - end;
            end = endOf(at);
            boolean ofKey = cipher != null && bytes[at + RecordBuffer.HEAD] == RecordType.KEY;
            RecordBody body = ofKey ? null : read(at, at);
            if (body != null) {
                sink.record(body);
            } else if (!ofKey) {
                unreadable++;
            }
        }
    }

    /**
     * Reads the whole record that begins at {@code at} of the bytes, and at {@code place} of the file. Null if it is not what was encrypted for this
     * place.
     */
    @Nullable
    RecordBody read(int at, int place) throws IOException {
        if (cipher == null) {
            return bodyAt(at);
        }
        int body = at + RecordBuffer.HEAD;
        int to = endOf(at);
        boolean authentic = bytes[body] == RecordType.ENCRYPTED
                && to - body > RecordCipher.MORE
                && cipher.decrypt(bytes, body + 1, to - body - 1, file, place);
        return authentic ? new RecordBody(bytes, at, body + 1, to - RecordCipher.TAG) : null;
    }

    /** Where the first whole record begins that is not before {@code at}; −1 if there is none. */
    int find(int at) {
        for (int i = at; i <= bytes.length - RecordBuffer.HEAD; i++) {
            if (wholeRecordAt(i) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** The end of the record that begins here. */
    int endOf(int at) {
        return at + RecordBuffer.HEAD + number(at);
    }

    /** The body of the record that begins here, as it is in the file. */
    RecordBody bodyAt(int at) {
        return new RecordBody(bytes, at + RecordBuffer.HEAD, endOf(at));
    }

    /** The length of the body of the record that begins here; −1 if none does. */
    private int wholeRecordAt(int at) {
        int body = at + RecordBuffer.HEAD;
        int length = lengthAt(at);
        boolean whole = length > 0
                && length <= bytes.length - body
                && number(at + 4) == Crc32c.finish(Crc32c.START, bytes, body, length);
        return whole ? length : -1;
    }

    /** The length of the body that a whole head tells; −1 if the head is damaged. */
    int lengthAt(int at) {
        int length = number(at);
        boolean allowed = length > 0 && length <= ItemRecords.LONGEST;
        return allowed && number(at + 8) == Crc32c.finish(Crc32c.START, bytes, at, 8) ? length : -1;
    }

    private int number(int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    /** The end of the last whole record. What follows was not written completely. */
    public int end() {
        return end;
    }

    /** How many bytes before that end are damaged. */
    public int skipped() {
        return skipped;
    }

    /** How many whole records are not what was encrypted for their places. */
    int unreadable() {
        return unreadable;
    }
}
