package org.banip.app.store;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;

/** Knows which of the items offered for one session are not settled yet, and the first that failed. Guarded by its monitor. */
final class Commits implements Store.CommitListener {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final Consumer<BanipException> atFirstFailure;
    private long waiting;
    private @Nullable BanipException failure;

    /** No items yet; a failure is told once until {@link #begin}. */
    Commits(Consumer<BanipException> atFirstFailure) {
        this.atFirstFailure = atFirstFailure;
    }

    synchronized void offered() {
        waiting++;
    }

    /** An offered item will not be committed, because the store did not take it. */
    synchronized void settled() {
        waiting--;
        notifyAll();
    }

    @Override
    public void committed(Sequenced item) {
        settled();
    }

    @Override
    public void failed(Sequenced item, BanipException cause) {
        boolean first;
        synchronized (this) {
            first = failure == null;
            failure = first ? cause : failure;
            settled();
        }
        if (first) {
            atFirstFailure.accept(cause);
        }
    }

    /** Why an item could not be stored; empty if all could. */
    synchronized Optional<BanipException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Forgets the failure. */
    synchronized void begin() {
        failure = null;
    }

    /**
     * Waits until all items are durable or have failed.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE} if that takes longer than 30 seconds
     */
    synchronized void awaitSettled() {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try {
            while (waiting > 0) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new BanipException(
                            ErrorCode.STORAGE_UNAVAILABLE,
                            waiting + " items were not stored within " + LONGEST.toSeconds() + " s");
                }
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "interrupted", e);
        }
    }
}
