package org.banip.mbu.interconnect;

/**
 * Whether a path is good. It is late when an acknowledgement is overdue. Then it is probed by time requests. It is good again when they were answered
 * promptly for a while, so that none of them was lost and sent again, or less promptly for five times as long. If it is late again soon, that while
 * doubles: so a path that loses packets all the time is not used in turns with another one. One call at a time.
 */
final class PathHealth {
    private static final long NEVER = Long.MIN_VALUE;
    private static final int PROBES = 60;
    private static final long LEAST_BETWEEN_NANOS = 50_000_000L;
    private static final long MOST_BETWEEN_NANOS = 1_000_000_000L;
    private static final int MOST_TIMES = 20;
    private static final int ANSWERING = 4;
    /** A path that does not answer promptly must have answered for this many times as long. */
    private static final int SLUGGISH = 5;

    private final long returnNanos;
    private boolean good = true;
    private long whileNanos;
    /** Since when probes have been answered in time. */
    private long inTimeNanos = NEVER;
    /** Since when they have been answered promptly. */
    private long promptSinceNanos = NEVER;

    private long returnedNanos = NEVER;
    /** Since when the acknowledgement has been waited for that made the path late; until the first probe is answered. */
    private long lateSinceNanos = NEVER;

    private long nextProbeNanos;
    /** The probe that is not answered yet. */
    private long probedNanos = NEVER;

    PathHealth(long returnNanos) {
        this.returnNanos = returnNanos;
        whileNanos = returnNanos;
    }

    boolean isGood() {
        return good;
    }

    /** Whether probes have been answered in time for a part of the time after which the path is good. */
    boolean isAnswering(long nowNanos) {
        return hasLasted(inTimeNanos, whileNanos / ANSWERING, nowNanos);
    }

    /**
     * Looks at what is under way.
     *
     * @param overdueNanos for how long the first acknowledgement has been waited for
     * @param limitNanos how long it may take
     * @param promptNanos how long a probe takes that nothing has delayed
     */
    void observe(long overdueNanos, long limitNanos, long promptNanos, long nowNanos) {
        boolean late = overdueNanos > limitNanos;
        if (good && late) {
            boolean again = returnedNanos != NEVER && nowNanos - returnedNanos < 2 * whileNanos;
            whileNanos = again ? Math.min(2 * whileNanos, MOST_TIMES * returnNanos) : returnNanos;
            good = false;
            lateSinceNanos = nowNanos - overdueNanos;
            nextProbeNanos = nowNanos;
            probedNanos = NEVER;
        }
        if (late || isOverdue(limitNanos, nowNanos)) {
            inTimeNanos = NEVER;
        }
        if (late || isOverdue(promptNanos, nowNanos)) {
            promptSinceNanos = NEVER;
        }
    }

    private boolean isOverdue(long limitNanos, long nowNanos) {
        return probedNanos != NEVER && nowNanos - probedNanos > limitNanos;
    }

    /**
     * Whether a probe is to be sent now. If so, the caller sends one.
     *
     * @param roundTripNanos more often than once in this time none is sent
     */
    boolean takeProbe(long roundTripNanos, long nowNanos) {
        if (good || nowNanos < nextProbeNanos) {
            return false;
        }
        long between = Math.max(whileNanos / PROBES, Math.max(roundTripNanos, LEAST_BETWEEN_NANOS));
        nextProbeNanos = nowNanos + Math.min(MOST_BETWEEN_NANOS, between);
        if (probedNanos == NEVER) {
            probedNanos = nowNanos;
        }
        return true;
    }

    /** Time until a probe is to be sent. */
    long nanosUntilProbe(long nowNanos) {
        return good ? Long.MAX_VALUE : Math.max(0, nextProbeNanos - nowNanos);
    }

    /**
     * A time request that was sent on this path is answered.
     *
     * @return if the path was late by mistake, how long the acknowledgement took at most that made it late: the first probe was answered in time; else 0
     */
    long answered(long sentNanos, long limitNanos, long promptNanos, long nowNanos) {
        if (good || sentNanos < probedNanos) {
            return 0;
        }
        long mistakeNanos =
                lateSinceNanos != NEVER && nowNanos - sentNanos <= limitNanos ? nowNanos - lateSinceNanos : 0;
        lateSinceNanos = NEVER;
        probedNanos = NEVER;
        inTimeNanos = since(inTimeNanos, sentNanos, limitNanos, nowNanos);
        promptSinceNanos = since(promptSinceNanos, sentNanos, promptNanos, nowNanos);
        if (hasLasted(promptSinceNanos, whileNanos, nowNanos)
                || hasLasted(inTimeNanos, SLUGGISH * whileNanos, nowNanos)) {
            good = true;
            returnedNanos = nowNanos;
            inTimeNanos = NEVER;
            promptSinceNanos = NEVER;
        }
        return mistakeNanos;
    }

    /** Since when probes have been answered within a time, after the answer to another one. */
    private static long since(long before, long sentNanos, long withinNanos, long nowNanos) {
        if (nowNanos - sentNanos > withinNanos) {
            return NEVER;
        }
        return before == NEVER ? sentNanos : before;
    }

    private static boolean hasLasted(long sinceNanos, long longNanos, long nowNanos) {
        return sinceNanos != NEVER && nowNanos - sinceNanos >= longNanos;
    }
}
