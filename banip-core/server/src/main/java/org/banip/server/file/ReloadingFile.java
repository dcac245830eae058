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
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * What one file or several together mean, read again when the time, size or identity of one has changed. Looks at most once a second. Files
 * that have gone or have become wrong leave the last good content in force and are reported once per change. Any thread.
 */
public final class ReloadingFile<T> implements Supplier<T> {
    private static final Logger LOG = ServerLog.of(ReloadingFile.class);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    private final List<Path> files;
    private final String name;
    private final Supplier<T> reader;
    private final LongSupplier nanoClock;
    private final AtomicLong lookedAt;

    /** Written under the monitor. */
    private volatile List<Stamp> seen;

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
        seen = stamps();
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
        List<Stamp> now = stamps();
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            content = reader.get();
            LOG.info("- {} changed, read again", name);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.error("- {} changed and cannot be read; what it said before stays in force: {}", name, e.getMessage());
        }
    }

    private List<Stamp> stamps() {
        return files.stream().map(Stamp::of).toList();
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
