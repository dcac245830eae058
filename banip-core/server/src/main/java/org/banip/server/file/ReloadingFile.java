package org.banip.server.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.core.interconnect.ContentDigest;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What one file or several together mean, read again when one has changed: its time, size or identity, or, because two changes may have the same
 * time, the bytes of one that had changed just before it was looked at. Looks at most once a second. Files that have gone or have become wrong leave
 * the last good content in force and are reported once per change. Any thread.
 */
public final class ReloadingFile<T> implements Supplier<T> {
    private static final Logger LOG = ServerLog.of(ReloadingFile.class);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    private final List<Path> files;
    private final String name;
    private final Supplier<T> reader;
    private final LongSupplier nanoClock;
    private final AtomicLong lookedAt;

    /** Guarded by the monitor. */
    private Seen seen;

    /** Whether what is there now cannot be read. Guarded by the monitor. */
    private boolean wrong;

    private volatile T content;

    /**
     * Reads a file.
     *
     * @param reader throws {@code IllegalArgumentException} or {@code UncheckedIOException} for a file it cannot read
     */
    public ReloadingFile(Path file, Function<Path, T> reader, LongSupplier nanoClock) {
        this(List.of(file), file.toString(), () -> reader.apply(file), nanoClock);
    }

    /**
     * Reads several files that mean something together.
     *
     * @param name what the log calls them
     * @param reader throws {@code IllegalArgumentException} or {@code UncheckedIOException} for files it cannot read
     */
    public ReloadingFile(List<Path> files, String name, Supplier<T> reader, LongSupplier nanoClock) {
        this.files = List.copyOf(files);
        this.name = name;
        this.reader = reader;
        this.nanoClock = nanoClock;
        lookedAt = new AtomicLong(nanoClock.getAsLong());
        seen = Seen.of(this.files);
        content = reader.get();
    }

    /** The content in force. */
    @Override
    public T get() {
        long now = nanoClock.getAsLong();
        long last = lookedAt.get();
        if (now - last >= LOOK_EVERY_NANOS && lookedAt.compareAndSet(last, now)) {
            look();
        }
        return content;
    }

    private synchronized void look() {
        Seen before = seen;
        if (!before.mayDiffer(files)) {
            return;
        }
        seen = Seen.of(files);
        if (seen.equals(before)) {
            return;
        }
        try {
            content = reader.get();
            if (wrong) { // as a warning, so that the error is not the last line about this file
                LOG.warn("- {} can be read again; what it says now is in force", name);
            } else {
                LOG.info("- {} changed, read again", name);
            }
            wrong = false;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            wrong = true;
            LOG.error("- {} changed and cannot be read; what it said before stays in force: {}", name, e.getMessage());
        }
    }

    /** States of all files; {@code recent} if one had changed so shortly before that a later change may have the same time. */
    private record Seen(List<Stamp> stamps, List<String> digests, boolean recent) {
        /** Longer than a tick of any file system, with room for clocks that differ. */
        private static final long RECENT_MILLIS = 10_000;

        static Seen of(List<Path> files) {
            List<Stamp> stamps = stamps(files);
            long since = System.currentTimeMillis() - RECENT_MILLIS;
            boolean recent = stamps.stream().anyMatch(stamp -> stamp.modified().toMillis() > since);
            return new Seen(stamps, files.stream().map(Seen::digest).toList(), recent);
        }

        boolean mayDiffer(List<Path> files) {
            return recent || !stamps.equals(stamps(files));
        }

        private static List<Stamp> stamps(List<Path> files) {
            return files.stream().map(Stamp::of).toList();
        }

        private static String digest(Path file) {
            try {
                return ContentDigest.of(Files.readAllBytes(file));
            } catch (IOException e) {
                return ""; // the reader tells
            }
        }

        /** Whether the files are the same. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Seen seen && stamps.equals(seen.stamps) && digests.equals(seen.digests);
        }

        @Override
        public int hashCode() {
            return stamps.hashCode();
        }
    }

    /** Tells one state of a file from the next; a file replaced by another of the same size and time has another key. */
    private record Stamp(
            FileTime modified, long bytes, @Nullable Object key) {
        private static final Stamp GONE = new Stamp(FileTime.fromMillis(0), -1, null);

        static Stamp of(Path path) {
            try {
                BasicFileAttributes file = Files.readAttributes(path, BasicFileAttributes.class);
                return new Stamp(file.lastModifiedTime(), file.size(), file.fileKey());
            } catch (IOException e) {
                return GONE;
            }
        }
    }
}
