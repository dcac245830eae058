package org.banip.mbu.interconnect;

/**
 * When the next flush of a slow path may go: when the path's queue is estimated to be short enough (docs/links.md, "Pace"), or has
 * been empty for a rest. Guarded by its {@link SendWindow}.
 */
final class Pace {
    /** Part of an unexplained wait by which the queue that pacing keeps becomes longer. */
    private static final double CAUTION = 0.3;
    /** The most that this adds, in multiples of the target. */
    private static final double MOST_CAUTION = 1.5;

    private final PathQueue path;
    private final Rests rests;
    private final long targetNanos;
    /** By so much the queue that pacing keeps is longer than half of the target. */
    private long cautionNanos;

    /**
     * Of a new connection.
     *
     * @param path the queue
     * @param rests when it is left to become empty
     * @param targetNanos how long it may be
     */
    Pace(PathQueue path, Rests rests, long targetNanos) {
        this.path = path;
        this.rests = rests;
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
        long rest = measured ? rests.takeNanos(now) : 0;
        return rest > 0 ? path.nanos(now) + rest : path.nanos(now) - targetNanos / 2 - cautionNanos;
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
