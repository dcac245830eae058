package org.banip.mbu.interconnect;

/** The highest of the values of the last 30 to 60 s in which there were some. One thread at a time. */
final class RecentMaximum {
    private static final long HISTORY_NANOS = 30_000_000_000L;

    private double before;
    private double current;
    private long currentFromNanos;

    /** Takes a value; none is below zero. */
    void add(double value, long nowNanos) {
        long age = nowNanos - currentFromNanos;
        if (age > HISTORY_NANOS) {
            before = age > 2 * HISTORY_NANOS ? 0 : current;
            current = 0;
            currentFromNanos = nowNanos;
        }
        current = Math.max(current, value);
    }

    /** The highest value; 0 if there is none. */
    double value() {
        return Math.max(before, current);
    }
}
