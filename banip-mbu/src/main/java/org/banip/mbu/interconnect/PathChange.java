package org.banip.mbu.interconnect;

/** Notices that a path has changed: then the least window does not end the queue. One thread at a time. */
final class PathChange {
    /** If that lasts so long, the path has changed. */
    private static final long CHANGED_NANOS = 10_000_000_000L;

    private static final int NONE = 0;

    private long longSinceNanos = NONE;

    /**
     * The queue was measured.
     *
     * @param tooLong whether it is too long although the window is the least
     * @return whether the path has changed
     */
    boolean isNoticed(boolean tooLong, long nowNanos) {
        if (!tooLong) {
            longSinceNanos = NONE;
        } else if (longSinceNanos == NONE) {
            longSinceNanos = nowNanos;
        } else if (nowNanos - longSinceNanos > CHANGED_NANOS) {
            longSinceNanos = NONE;
            return true;
        }
        return false;
    }
}
