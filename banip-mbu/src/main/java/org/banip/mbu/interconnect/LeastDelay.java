package org.banip.mbu.interconnect;

/**
 * The least of the delays of the last one to two round trips (RFC 6817, section 2.4.1, has such a filter). A queue delays all of them. A lost segment does
 * not: what waited behind it comes at once when it was sent again, and the last of that was sent lately. One thread at a time.
 */
final class LeastDelay {
    private static final long NONE = Long.MAX_VALUE;

    private long before = NONE;
    private long current = NONE;
    private long currentFromNanos;

    /** A delay was seen on a path with this round trip. Returns the least one of late. */
    long add(long nanos, long roundTripNanos, long nowNanos) {
        long age = nowNanos - currentFromNanos;
        if (age > roundTripNanos) {
            before = age > 2 * roundTripNanos ? NONE : current;
            current = NONE;
            currentFromNanos = nowNanos;
        }
        current = Math.min(current, nanos);
        return least();
    }

    /** The least one of late; {@link Long#MAX_VALUE} before the first one. */
    long least() {
        return Math.min(before, current);
    }
}
