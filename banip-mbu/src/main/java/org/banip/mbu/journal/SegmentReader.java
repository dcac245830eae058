package org.banip.mbu.journal;

import org.banip.core.packet.Crc32c;

/** Finds the whole records in the bytes of a file. What is damaged between them is skipped, and counted. */
final class SegmentReader {
    /** Takes a record. */
    @FunctionalInterface
    interface Sink {
        /** Takes a record whose checksums are right. */
        void record(RecordBody body);
    }

    private final byte[] bytes;
    private int end;
    private int skipped;

    SegmentReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads all records. */
    void read(Sink sink) {
        int at = 0;
        while (at <= bytes.length - RecordBuffer.HEAD) {
            int length = wholeRecordAt(at);
            if (length < 0) {
                at++;
            } else {
                skipped += at - end;
                int body = at + RecordBuffer.HEAD;
                at = body + length;
                end = at;
                sink.record(new RecordBody(bytes, body, at));
            }
        }
    }

    /** The length of the body of the record that begins here; −1 if none does. */
    private int wholeRecordAt(int at) {
        int body = at + RecordBuffer.HEAD;
        int length = lengthAt(at);
        boolean whole = length > 0
                && length <= bytes.length - body
                && bodyChecksumAt(at) == Crc32c.finish(Crc32c.START, bytes, body, length);
        return whole ? length : -1;
    }

    /** The length of the body that a whole head tells; −1 if the head is damaged. */
    int lengthAt(int at) {
        int length = number(at);
        boolean allowed = length > 0 && length <= ItemRecords.LONGEST;
        return allowed && number(at + 8) == Crc32c.finish(Crc32c.START, bytes, at, 8) ? length : -1;
    }

    /** The checksum of the body that the head tells. */
    int bodyChecksumAt(int at) {
        return number(at + 4);
    }

    private int number(int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
    }

    /** The end of the last whole record. What follows was not written completely. */
    int end() {
        return end;
    }

    /** How many bytes before that end are damaged. */
    int skipped() {
        return skipped;
    }
}
