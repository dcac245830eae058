package org.banip.gateway.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;
import org.banip.mbu.journal.RecordBuffer;
import org.banip.mbu.journal.SpoolDirectory;
import org.banip.mbu.spi.SensorInput.GridUnit;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * The file with the marks of a BAN's messages. It is appended to, and written anew when it has grown to several times of what counts. Any thread;
 * guarded by itself, also while it writes. After a failed write nothing more is written.
 */
public final class MessageMarks implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(MessageMarks.class);
    private static final String FILE = "messages.log";
    private static final long SPARE_BYTES = 256 << 10;
    private static final int GROWTH = 2;

    private final SpoolDirectory directory;
    private final Path file;
    private final boolean syncsEach;
    private final RecordBuffer buffer = new RecordBuffer();
    private final List<Mark> believed = new ArrayList<>();
    private FileChannel channel;
    private long length;
    private long compactLength;
    private boolean failed;

    private MessageMarks(SpoolDirectory directory, boolean syncsEach, List<Mark> believed) throws IOException {
        this.directory = directory;
        this.syncsEach = syncsEach;
        this.believed.addAll(believed);
        file = directory.path().resolve(FILE);
        channel = written(believed);
    }

    /**
     * Reads the marks of an earlier process, keeps those that may be believed, and writes them anew.
     *
     * @param syncsEach whether each mark is synced
     * @param groups of the BAN
     * @param due of each group the unit that follows its spool; empty if no earlier process has left it anything
     * @param nowNanos the time: no time counts as passed since the last message
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if the file cannot be read or written
     */
    static MessageMarks open(
            SpoolDirectory directory,
            boolean syncsEach,
            List<SensorGroup> groups,
            IntFunction<Optional<GridUnit>> due,
            long nowNanos) {
        Path file = directory.path().resolve(FILE);
        try {
            MarkList list = MarkList.of(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
            long newest =
                    list.all().stream().mapToLong(Mark::arrivedNanos).max().orElse(nowNanos);
            List<Mark> believed = new ArrayList<>();
            for (int g = 0; g < groups.size(); g++) {
                RecoveredMarks.believed(list.of(g), groups.get(g).frequency(), due.apply(g))
                        .forEach(mark -> believed.add(mark.arrived(nowNanos - (newest - mark.arrivedNanos()))));
            }
            return new MessageMarks(directory, syncsEach, believed);
        } catch (IOException e) {
            throw unusable(file, e);
        } catch (BanipException e) { // checksums find damage, not what another version has written
            throw new BanipException(e.code(), "spool: " + file + ": " + e.getMessage(), e);
        }
    }

    /** Forgets all marks in a directory: the groups are others now. */
    static void delete(SpoolDirectory directory) throws IOException {
        Files.deleteIfExists(directory.path().resolve(FILE));
    }

    private static BanipException unusable(Path file, IOException e) {
        return new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "spool: " + FileError.writing(file, e), e);
    }

    /** The marks of a group that were believed when the file was opened, in the order of the offers. */
    public List<Mark> believed(int group) {
        return believed.stream().filter(mark -> mark.group() == group).toList();
    }

    /**
     * Writes a mark.
     *
     * @throws UncheckedIOException if that fails; nothing more is written then
     */
    public synchronized void append(Mark mark) {
        mark.write(buffer);
        attempt(this::write);
    }

    /**
     * Notes that the host has stored what was offered so far.
     *
     * @throws UncheckedIOException if that fails
     */
    public synchronized void stored() {
        buffer.begin(MarkList.STORED_TYPE).end();
        attempt(() -> {
            write();
            channel.force(false); // the spool, which says the same, is deleted next
        });
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void attempt(Writing writing) {
        if (failed) {
            throw new UncheckedIOException(new IOException(file + " could not be written before"));
        }
        try {
            writing.run();
        } catch (IOException e) {
            failed = true;
            throw new UncheckedIOException("spool: " + FileError.writing(file, e), e);
        }
    }

    private void write() throws IOException {
        length += append(channel, buffer);
        if (syncsEach) {
            channel.force(false);
        }
        if (length > GROWTH * compactLength + SPARE_BYTES) {
            FileChannel before = channel;
            channel = written(MarkList.of(Files.readAllBytes(file)).all());
            before.close();
        }
    }

    /** Puts a new file in the place of the old one. */
    private FileChannel written(List<Mark> marks) throws IOException {
        Path fresh = file.resolveSibling(FILE + ".new");
        Files.deleteIfExists(fresh);
        directory.createPrivate(fresh);
        FileChannel opened = FileChannel.open(fresh, StandardOpenOption.WRITE);
        try {
            marks.forEach(mark -> mark.write(buffer));
            compactLength = append(opened, buffer);
            length = compactLength;
            opened.force(true);
            directory.rename(fresh, file);
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private static long append(FileChannel to, RecordBuffer buffer) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(buffer.bytes(), 0, buffer.length());
        while (bytes.hasRemaining()) {
            int unused = to.write(bytes);
        }
        buffer.clear();
        return bytes.position();
    }

    /** How long the file is. */
    synchronized long length() {
        return length;
    }

    @Override
    public synchronized void close() {
        try {
            failed = true; // nothing follows
            channel.close();
        } catch (IOException e) {
            LOG.warn("- spool: {} could not be closed in order: {}", file, e.toString());
        }
    }
}
