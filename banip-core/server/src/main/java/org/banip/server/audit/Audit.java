package org.banip.server.audit;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Takes what is to be kept for audit. Any thread; never blocks, except to close. */
public interface Audit extends AutoCloseable {
    /** Keeps nothing. */
    Audit OFF = new Audit() {
        @Override
        public void record(AuditEntry entry) {}

        @Override
        public CompletableFuture<@Nullable Void> confirm(AuditEntry entry) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void loggedIn(Who who, String from) {}

        @Override
        public Optional<String> problem() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    };

    /** Keeps an entry of what has happened or happens in any case. While the disk takes nothing it waits, or is counted as lost. */
    void record(AuditEntry entry);

    /**
     * Keeps an entry of what may happen only if it is kept.
     *
     * @return done when it is on the disk; it fails with {@code STORAGE_UNAVAILABLE} if it cannot be written. It is completed by the thread that
     *     writes the log, which must not be held up
     */
    CompletableFuture<@Nullable Void> confirm(AuditEntry entry);

    /** Keeps that somebody logged in, unless that was kept within an hour. For each request; takes no lock if there is nothing to keep. */
    void loggedIn(Who who, String from);

    /** Why nothing can be written now, if it cannot. */
    Optional<String> problem();

    /** Writes what waits, and ends. */
    @Override
    void close();
}
