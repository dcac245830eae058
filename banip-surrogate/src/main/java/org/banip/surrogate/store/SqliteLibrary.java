package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Removes files that killed processes left behind: SQLite's driver copies its native library into the folder for temporary files, and deletes the
 * copy only when its process ends in order. A process needs its copy only until the library is loaded.
 */
final class SqliteLibrary {
    private static final Logger LOG = ServerLog.of(SqliteLibrary.class);
    private static final String COPIES = "sqlite-*-*sqlitejdbc*";
    /** A copy younger than this may not be loaded yet. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    private static final AtomicBoolean REMOVED = new AtomicBoolean();

    private SqliteLibrary() {}

    /** Removes stale copies, once in this process. */
    static void removeStaleCopies() {
        if (REMOVED.compareAndSet(false, true)) {
            String folder = System.getProperty("org.sqlite.tmpdir", System.getProperty("java.io.tmpdir"));
            removeStaleCopies(Path.of(folder), Instant.now());
        }
    }

    /** Removes the copies in this folder that are old now; those of other users stay. */
    static void removeStaleCopies(Path folder, Instant now) {
        try (DirectoryStream<Path> copies = Files.newDirectoryStream(folder, COPIES)) {
            for (Path copy : copies) {
                removeIfStale(copy, now);
            }
        } catch (IOException e) {
            LOG.debug("{} cannot be listed: {}", folder, e.getMessage());
        }
    }

    private static void removeIfStale(Path copy, Instant now) {
        try {
            if (Files.getLastModifiedTime(copy).toInstant().isBefore(now.minus(YOUNG)) && Files.isRegularFile(copy)) {
                Files.delete(copy);
            }
        } catch (IOException e) {
            LOG.debug("{} stays: {}", copy, e.getMessage());
        }
    }
}
