package org.banip.mbu.interconnect;

/** When links try to register groups that were added. Guarded by itself. */
final class AdditionTimes {
    private static final long SHORTEST_NANOS = 10_000_000_000L;
    private static final long LONGEST_NANOS = 300_000_000_000L;

    private long nextPauseNanos = Long.MIN_VALUE;
    private long nextTryNanos = Long.MIN_VALUE;
    private long waitNanos = SHORTEST_NANOS;

    /** Whether a link may try that has no exchange open. */
    synchronized boolean isDue(long nowNanos) {
        return nowNanos >= nextTryNanos;
    }

    /** Whether the link that asks is to end its exchange for this; if it does not succeed, the next one for which this is true does later. */
    synchronized boolean takesPause(long nowNanos) {
        if (nowNanos < nextPauseNanos) {
            return false;
        }
        nextPauseNanos = nowNanos + SHORTEST_NANOS;
        return true;
    }

    /** The host has refused them: it is asked again later, and later each time. */
    synchronized void refused(long nowNanos) {
        nextTryNanos = nowNanos + waitNanos;
        waitNanos = Math.min(2 * waitNanos, LONGEST_NANOS);
    }

    /** The host has them, or another host is asked. */
    synchronized void reset() {
        nextPauseNanos = Long.MIN_VALUE;
        nextTryNanos = Long.MIN_VALUE;
        waitNanos = SHORTEST_NANOS;
    }
}
