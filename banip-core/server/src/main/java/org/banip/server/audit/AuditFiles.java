package org.banip.server.audit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The files of an audit log while it is written: only appended to, and synced after each batch. After a failure the next batch looks for the end of
 * the log again. One thread.
 */
final class AuditFiles implements Closeable {
    private static final Logger LOG = ServerLog.of(AuditFiles.class);

    private final AuditSettings settings;
    private final String server;

    private @Nullable FileChannel channel;
    private Path file = Path.of("");
    /** Whole lines end here. */
    private long size;

    private long number;
    private String digest = AuditLine.NONE;

    AuditFiles(AuditSettings settings, String server) {
        this.settings = settings;
        this.server = server;
    }

    /** An entry with the time at which it was recorded; knows its digest when it has been written, or may have been. */
    static class Timed {
        final AuditEntry entry;
        final Instant time;
        String digest = "";

        Timed(AuditEntry entry, Instant time) {
            this.entry = entry;
            this.time = time;
        }
    }

    /**
     * Writes entries and syncs.
     *
     * @param entries those that an earlier call may have written, although it failed, are not written again
     */
    void append(List<? extends Timed> entries) throws IOException {
        List<? extends Timed> rest = entries;
        if (channel == null) {
            AuditEnd end = AuditEnd.of(settings.directory());
            if (end.number() < number) {
                leave();
            } else {
                rest = notWritten(entries, end.digest());
                begin(end);
            }
        } else if (sizeThere() != size) {
            leave();
        } else if (size >= settings.fileBytes()) {
            rotate();
        }
        Batch batch = new Batch();
        rest.forEach(batch::add);
        write(batch);
    }

    private static List<? extends Timed> notWritten(List<? extends Timed> entries, String last) {
        for (int index = entries.size() - 1; index >= 0; index--) {
            if (entries.get(index).digest.equals(last)) {
                return entries.subList(index + 1, entries.size());
            }
        }
        return entries;
    }

    private void begin(AuditEnd end) throws IOException {
        number = end.number();
        digest = end.digest();
        open(end.file());
        if (number > 0 && size == 0 || !end.torn().isEmpty()) {
            AuditEntry continued = AuditEntry.of(AuditEvent.CONTINUED);
            end.before().ifPresent(before -> continued.with(AuditLine.FILE, String.valueOf(before.getFileName())));
            if (!end.torn().isEmpty()) {
                continued.withObjects(
                        AuditLine.TORN,
                        end.torn().stream().map(AuditFiles::object).toList());
            }
            write(continued);
        }
    }

    private static Map<String, Object> object(AuditLine.Torn torn) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(AuditLine.FILE, torn.file());
        object.put(AuditLine.BYTES, torn.bytes());
        object.put(AuditLine.SHA256, torn.sha256());
        return object;
    }

    /** The length of the file that has this name now; -1 if there is none. */
    private long sizeThere() throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return -1;
        }
    }

    /** Somebody else has removed or changed the file: what is appended to it may not be found any more. The log goes on in a new file. */
    private void leave() throws IOException {
        long there = sizeThere();
        String changed = there < 0 ? "it is gone" : "it has " + there + " bytes instead of " + size;
        LOG.error("- somebody has changed {}, a file of the audit log: {}", file, changed);
        Path before = file;
        close();
        Path next = AuditEnd.after(before);
        while (Files.exists(next) && Files.size(next) > 0) {
            next = AuditEnd.after(next);
        }
        open(next);
        write(AuditEntry.of(AuditEvent.CONTINUED)
                .with(AuditLine.FILE, String.valueOf(before.getFileName()))
                .with("changed", changed));
    }

    private void rotate() throws IOException {
        Path before = file;
        FileChannel full = channel;
        channel = null;
        if (full != null) {
            full.close();
        }
        open(AuditEnd.after(before));
        write(AuditEntry.of(AuditEvent.CONTINUED).with(AuditLine.FILE, String.valueOf(before.getFileName())));
        List<Path> files = AuditEnd.files(settings.directory());
        for (Path old : files.subList(0, Math.max(0, files.size() - settings.files()))) {
            AuditEntry removed =
                    AuditEntry.of(AuditEvent.REMOVED).with(AuditLine.FILE, String.valueOf(old.getFileName()));
            AuditEnd.Last.of(old)
                    .line()
                    .ifPresent(last -> removed.with("last", last.number()).with("digest", last.digest()));
            write(removed);
            Files.delete(old);
        }
    }

    private void open(Path next) throws IOException {
        boolean made = !Files.exists(next);
        FileChannel opened = FileChannel.open(
                next,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                attributes(next));
        try {
            size = opened.size();
            if (made) {
                syncDirectory();
            }
        } catch (IOException e) {
            opened.close();
            throw e;
        }
        channel = opened;
        file = next;
    }

    private static FileAttribute<?>[] attributes(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private void syncDirectory() throws IOException {
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return; // a directory cannot be opened there
        }
        try (FileChannel directory = FileChannel.open(settings.directory(), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    /** Lines that follow each other. */
    private final class Batch {
        private final StringBuilder text = new StringBuilder();
        private long last = number;
        private String previous = digest;

        void add(Timed timed) {
            previous = add(timed.entry, timed.time);
            timed.digest = previous;
        }

        String add(AuditEntry entry, Instant time) {
            last++;
            String line = entry.line(last, time, server, previous);
            text.append(line).append('\n');
            previous = AuditLine.digest(line.getBytes(StandardCharsets.UTF_8));
            return previous;
        }
    }

    private void write(AuditEntry own) throws IOException {
        Batch batch = new Batch();
        batch.add(own, Instant.now());
        write(batch);
    }

    private void write(Batch batch) throws IOException {
        FileChannel open = channel;
        if (open == null) {
            throw new IOException("the audit log is not open");
        }
        byte[] bytes = batch.text.toString().getBytes(StandardCharsets.UTF_8);
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                int unused = open.write(buffer);
            }
            open.force(false);
        } catch (IOException | RuntimeException e) {
            takeBack(open);
            throw e;
        }
        size += bytes.length;
        number = batch.last;
        digest = batch.previous;
    }

    /** Nobody was told that this batch is written. If it cannot be taken back either, the next begin finds what there is of it. */
    private void takeBack(FileChannel open) {
        channel = null;
        try (open) {
            open.truncate(size);
        } catch (IOException e) {
            // What is behind the last whole line is declared then.
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
