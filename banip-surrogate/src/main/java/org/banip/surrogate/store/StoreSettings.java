package org.banip.surrogate.store;

import java.time.Duration;

/**
 * Bounds of a store.
 *
 * @param queuedItems most items that wait for a commit; the same number may be in the current commit
 * @param queuedBytes most payload bytes that wait for a commit, exceeded by at most one item
 * @param busyTimeout longest wait of SQLite for another process's lock before a commit fails
 * @param readers most connections that read at the same time
 */
public record StoreSettings(int queuedItems, long queuedBytes, Duration busyTimeout, int readers) {
    /** 16,384 items, 32 MiB, 5 s, 4 readers. */
    public static final StoreSettings DEFAULT = new StoreSettings(16_384, 32L << 20, Duration.ofSeconds(5), 4);

    /** Checks every bound. */
    public StoreSettings {
        if (queuedItems < 1 || queuedBytes < 1 || readers < 1) {
            throw new IllegalArgumentException("store bounds must be at least 1: " + queuedItems + " items, "
                    + queuedBytes + " bytes, " + readers + " readers");
        }
        if (busyTimeout.isNegative() || busyTimeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("busy time-out " + busyTimeout + " is outside 0 to 24 days");
        }
    }
}
