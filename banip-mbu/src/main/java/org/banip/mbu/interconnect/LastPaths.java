package org.banip.mbu.interconnect;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * Ends the other paths when one has ended in order: everything is stored. Each has as long as its end may take, all at the same time; then it is
 * stopped. Belongs to the thread of the path that has ended.
 */
final class LastPaths {
    /** So long a path has for its end at least, if it is not known to be silent. */
    private static final long LEAST_PATIENCE_NANOS = 1_000_000_000L;
    /** More than the variation of the round trip. */
    private static final int ROUND_TRIPS = 3;

    /** A path that may not have ended. */
    interface Path {
        /** Whether the host answers there, as far as is known. */
        boolean answers();

        /** From sending to an answer; 0 if it is not known. */
        long roundTripNanos();

        /** Waits until it has ended. Returns false if it has not in this time. */
        boolean awaitEnd(long nanos) throws InterruptedException;

        /** Ends it at once. */
        void stop();
    }

    private final LongSupplier nanoTime;

    LastPaths(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns when each has ended or is stopped. */
    void end(List<? extends Path> paths) throws InterruptedException {
        long begunNanos = nanoTime.getAsLong();
        for (Path path : paths) {
            long most = path.answers() ? Math.max(LEAST_PATIENCE_NANOS, ROUND_TRIPS * path.roundTripNanos()) : 0;
            if (!path.awaitEnd(Math.max(0, begunNanos + most - nanoTime.getAsLong()))) {
                path.stop();
            }
        }
    }
}
