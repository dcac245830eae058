package org.banip.surrogate.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Corrects a wrong bit in the write-ahead log before SQLite opens the file, because SQLite would ignore all commits from there on. */
final class LogCorrection {
    private static final Logger LOG = ServerLog.of(LogCorrection.class);

    private LogCorrection() {}

    /**
     * For a host, which has the file's lock.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if the log is damaged and cannot be corrected: writing would remove what follows
     */
    static void beforeWriting(Path file) {
        try {
            WalFile log = WalFile.read(file);
            if (log.damages().isEmpty()) {
                return;
            }
            if (!log.correctable()) {
                throw StoreFailure.of(
                        file.toString(),
                        "is not opened",
                        new IOException(
                                log.damages().get(0).what(log.file())
                                        + ". Keep a copy of both files; without the log, the store is as of its last checkpoint"));
            }
            correct(file, log);
        } catch (IOException e) {
            throw StoreFailure.of(file.toString(), "cannot be opened: its write-ahead log cannot be read", e);
        }
    }

    /** For a reader: only if no host has the file, because a host reads the log without its checksums. */
    static void beforeReading(Path file) {
        try {
            WalFile log = Files.exists(file) ? WalFile.read(file) : null;
            if (log == null || log.damages().isEmpty()) {
                return;
            }
            if (!log.correctable()) {
                LOG.error("store {}: {}", file, log.damages().get(0).what(log.file()));
                return;
            }
            HostLock lock = HostLock.of(file);
            try {
                correct(file, WalFile.read(file));
            } finally {
                lock.close();
            }
        } catch (BanipException e) {
            LOG.debug("store {}: its write-ahead log is not corrected: {}", file, e.getMessage());
        } catch (IOException e) {
            LOG.error("store {}: its write-ahead log is damaged and cannot be corrected: {}", file, e.getMessage());
        }
    }

    private static void correct(Path file, WalFile log) throws IOException {
        for (WalFile.Damage damage : log.damages()) {
            LOG.error("store {}: {}", file, damage.what(log.file()));
        }
        log.correct();
        LOG.error("store {}: {} is corrected", file, log.file());
    }
}
