package org.banip.wsb.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file means, read again when its time, size or identity has changed. Looks at most once a second. A file that has gone or
 * has become wrong leaves the last good content in force and is reported once per change. Any thread.
 */
public final class ReloadingFile<T> implements Supplier<T> {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadingFile.class);
    private static final long LOOK_EVERY_NANOS = 1_000_000_000L;

    private final Path path;
    private final Function<Path, T> reader;
    private final LongSupplier nanoClock;
    private final AtomicLong lookedAt;

    private volatile Stamp seen;
    private volatile T content;

    /**
     * Reads the file.
     *
     * @param reader throws {@code IllegalArgumentException} or {@code UncheckedIOException} for a file it cannot read
     */
    public ReloadingFile(Path path, Function<Path, T> reader, LongSupplier nanoClock) {
        this.path = path;
        this.reader = reader;
        this.nanoClock = nanoClock;
        lookedAt = new AtomicLong(nanoClock.getAsLong());
        seen = Stamp.of(path);
        content = reader.apply(path);
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

    private void look() {
        Stamp now = Stamp.of(path);
        if (now.equals(seen)) {
            return;
        }
        seen = now;
        try {
            content = reader.apply(path);
            LOG.info("- {} changed, read again", path);
        } catch (IllegalArgumentException | UncheckedIOException e) {
            LOG.error("- {} changed and cannot be read; what it said before stays in force: {}", path, e.getMessage());
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
