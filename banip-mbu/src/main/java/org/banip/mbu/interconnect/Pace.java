package org.banip.mbu.interconnect;

/**
 * When the next flush of a slow path may go: when the path's queue is estimated to be short enough (docs/links.md, "Pace"). Now and then it lets the queue
 * become empty, so that the time without a queue stays known. Guarded by its {@link SendWindow}.
 */
final class Pace {
    private static final long BETWEEN_RESTS_NANOS = 120_000_000_000L;
    /** The time to the first rest, and to another one after a rest found a shorter way out: the way may be shorter still. */
    private static final long SOON_NANOS = 20_000_000_000L;

    private static final long SHORTER_NANOS = 50_000_000L;
    private static final long REST_NANOS = 400_000_000L;

    /** Part of an unexplained wait by which the queue that pacing keeps becomes longer. */
    private static final double CAUTION = 0.3;
    /** The most that this adds, in multiples of the target. */
    private static final double MOST_CAUTION = 1.5;

    private static final int NONE = 0;

    private final PathQueue path;
    private final long targetNanos;
    /** By so much the queue that pacing keeps is longer than half of the target. */
    private long cautionNanos;
    /** When the path's queue is next to become empty. */
    private long nextRestNanos = NONE;

    /**
     * Of a new connection.
     *
     * @param path the queue
     * @param targetNanos how long it may be
     */
    Pace(PathQueue path, long targetNanos) {
        this.path = path;
        this.targetNanos = targetNanos;
    }

    /**
     * How long until the next flush may go; not positive if it may go now.
     *
     * @param measured whether it can measure the way out. If not, a rest would show nothing
     */
    long nanosUntilFlush(long underWay, boolean measured, long now) {
        if (underWay == 0) {
            return 0; // nothing is queued, whatever the rate says
        }
        if (nextRestNanos == NONE) {
            nextRestNanos = now + SOON_NANOS;
        }
        boolean rests = measured && now >= nextRestNanos;
        return rests ? path.nanos(now) + REST_NANOS : path.nanos(now) - targetNanos / 2 - cautionNanos;
    }

    /** The way out is being measured: a rest that was due is over. */
    void measures(long now) {
        if (nextRestNanos != NONE && now >= nextRestNanos) {
            nextRestNanos = now + BETWEEN_RESTS_NANOS;
        }
    }

    /** The way out was measured, and was shorter than ever by this time. */
    void foundShorter(long nanos, long now) {
        if (nextRestNanos != NONE && nanos > SHORTER_NANOS) {
            nextRestNanos = Math.min(nextRestNanos, now + SOON_NANOS);
        }
    }

    /**
     * Keeps a longer queue after a wait that the rate does not explain. A bearer may be the reason: if the rate is taken for too low, flushes let the
     * path fall idle, and the next measurement is lower still.
     *
     * @param bearer whether it may be the reason; if not, it is a queue
     */
    void beCautious(long unexplainedNanos, boolean bearer) {
        if (bearer && 2 * unexplainedNanos > targetNanos) { // more than that is a queue, even with a wait for a bearer
            cautionNanos += (long) (CAUTION * unexplainedNanos);
            cautionNanos = Math.min(cautionNanos, (long) (MOST_CAUTION * targetNanos));
        } else {
            cautionNanos /= 2;
        }
    }
}
