package org.banip.mbu.journal;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.banip.core.error.BanipException;
import org.banip.core.packet.Crc32c;
import org.jspecify.annotations.Nullable;

/** Reads single packets of a journal again. Packets of one file mostly follow each other, so the last file stays open. Guarded by the journal. */
final class Lookup {
    private final SpoolDirectory directory;
    private @Nullable RandomAccessFile file;
    private long number;

    Lookup(SpoolDirectory directory) {
        this.directory = directory;
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
            SegmentReader reader = new SegmentReader(head);
            int length = reader.lengthAt(0);
            if (length < 0) {
                throw damaged(of, offset, null);
            }
            byte[] body = new byte[length];
            from.readFully(body);
            if (reader.bodyChecksumAt(0) != Crc32c.finish(Crc32c.START, body, 0, length)) {
                throw damaged(of, offset, null);
            }
            return ItemRecords.readPayload(new RecordBody(body, 0, length));
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
