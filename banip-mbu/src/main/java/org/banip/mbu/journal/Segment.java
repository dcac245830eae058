package org.banip.mbu.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.banip.core.ban.BanDescription;
import org.banip.core.packet.Sequenced;
import org.jspecify.annotations.Nullable;

/**
 * One file of a journal. It is written at its end only. It may be written and closed while another thread syncs it.
 *
 * <p>A {@code RandomAccessFile} is used, not a channel: a channel is closed when a thread that uses it is interrupted.
 */
final class Segment {
    final long number;
    final Path path;
    /** Of each group the number after its last item here. */
    final long[] next;

    private final RandomAccessFile file;
    private final @Nullable RecordCipher cipher;
    private long length;
    private long synced;
    private boolean open = true;

    private Segment(
            long number, Path path, RandomAccessFile file, long length, long[] next, @Nullable RecordCipher cipher) {
        this.number = number;
        this.path = path;
        this.file = file;
        this.cipher = cipher;
        this.length = length;
        synced = length;
        this.next = next;
    }

    /** A new file with these records. It gets its name when they are on the disk. Its records are encrypted if there is a cipher. */
    static Segment create(SpoolDirectory directory, long number, RecordBuffer head, @Nullable RecordCipher cipher)
            throws IOException {
        Path temporary = directory.temporary(number);
        Files.deleteIfExists(temporary);
        directory.createPrivate(temporary);
        RandomAccessFile file = new RandomAccessFile(temporary.toFile(), "rw");
        try {
            Path path = directory.segment(number);
            Segment created = new Segment(number, path, file, 0, new long[BanDescription.MAX_GROUPS], cipher);
            created.append(head);
            created.sync();
            directory.rename(temporary, path);
            return created;
        } catch (IOException e) {
            closeAfter(e, file);
            throw e;
        }
    }

    /**
     * A file of an earlier process. Only plain records can be appended to it.
     *
     * @param most what is beyond this length is cut off
     * @param next of each group the number after its last item there
     */
    static Segment open(SpoolDirectory directory, long number, long most, long[] next) throws IOException {
        Path path = directory.segment(number);
        RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
        try {
            if (file.length() > most) {
                file.setLength(most);
            }
            file.seek(file.length());
            return new Segment(number, path, file, file.length(), next, null);
        } catch (IOException e) {
            closeAfter(e, file);
            throw e;
        }
    }

    private static void closeAfter(IOException failure, RandomAccessFile file) {
        try {
            file.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    synchronized long length() {
        return length;
    }

    /** An item is in this file. */
    void has(Sequenced item) {
        next[item.group()] = Math.max(next[item.group()], item.nextSequence());
    }

    /** The items of this file count for nothing. */
    void empty() {
        Arrays.fill(next, 0);
    }

    /** Whether all its items are released. */
    boolean isReleased(State state) {
        for (int g = 0; g < state.groups.size(); g++) {
            if (next[g] > state.groups.get(g).released) {
                return false;
            }
        }
        return true;
    }

    /** Whether it has no items. */
    boolean isEmpty() {
        for (long after : next) {
            if (after > 0) {
                return false;
            }
        }
        return true;
    }

    /** Encrypts records, if there is a cipher, and appends them. After a failure nothing can be appended any more. */
    synchronized void append(RecordBuffer records) throws IOException {
        if (cipher != null) {
            records.encrypt(cipher, number, length);
        }
        file.write(records.bytes(), 0, records.length());
        length += records.length();
    }

    /** Waits until all bytes are on the disk. Does nothing if the file is closed, because it was synced before that. */
    void sync() throws IOException {
        long written;
        synchronized (this) {
            written = length;
        }
        syncFile();
        synchronized (this) {
            synced = Math.max(synced, written);
        }
    }

    /** Appending goes on meanwhile, closing waits. */
    private void syncFile() throws IOException {
        synchronized (file) {
            if (open) {
                file.getFD().sync();
            }
        }
    }

    /** How many bytes of it are on the disk. */
    synchronized long synced() {
        return synced;
    }

    void close() throws IOException {
        synchronized (file) {
            open = false;
            file.close();
        }
    }
}
