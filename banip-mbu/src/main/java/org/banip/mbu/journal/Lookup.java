package org.banip.mbu.journal;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Arrays;
import org.banip.core.error.BanipException;
import org.jspecify.annotations.Nullable;

/** Reads single packets of a journal again. Packets of one file mostly follow each other, so the last file stays open. Guarded by the journal. */
final class Lookup {
    private final SpoolDirectory directory;
    private final Ciphers ciphers;
    private @Nullable RandomAccessFile file;
    private long number;

    Lookup(SpoolDirectory directory, Ciphers ciphers) {
        this.directory = directory;
        this.ciphers = ciphers;
    }

    /**
     * The payload of the packet in a file at an offset.
     *
     * @throws IOException if it cannot be read, or is damaged
     */
    byte[] payload(long of, int offset) throws IOException {
        RandomAccessFile from = open(of);
        byte[] head = new byte[RecordBuffer.HEAD];
        try {
            from.seek(offset);
            from.readFully(head);
            int length = new SegmentReader(head).lengthAt(0);
            if (length < 0) {
                throw damaged(of, offset, null);
            }
            byte[] record = Arrays.copyOf(head, head.length + length);
            from.readFully(record, head.length, length);
            SegmentReader whole = new SegmentReader(record, ciphers.of(of), of);
            RecordBody body = whole.find(0) == 0 ? whole.read(0, offset) : null;
            if (body == null) {
                throw damaged(of, offset, null);
            }
            return ItemRecords.readPayload(body);
        } catch (EOFException | BanipException e) {
            throw damaged(of, offset, e);
        }
    }

    private IOException damaged(long of, int offset, @Nullable Exception cause) {
        return new IOException(directory.segment(of) + " is damaged at byte " + offset, cause);
    }

    private RandomAccessFile open(long of) throws IOException {
        RandomAccessFile there = file;
        if (there != null && number == of) {
            return there;
        }
        close();
        RandomAccessFile opened = new RandomAccessFile(directory.segment(of).toFile(), "r");
        file = opened;
        number = of;
        return opened;
    }

    void close() throws IOException {
        RandomAccessFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
