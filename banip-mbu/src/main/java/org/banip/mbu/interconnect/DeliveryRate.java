package org.banip.mbu.interconnect;

/**
 * The rate at which a path can deliver: the highest that was measured in the last 30 to 60 s, over intervals of a few round trips. A lower one may be due
 * to a lack of data, to a window that was too small, or to a wait for a bearer. One thread at a time.
 */
final class DeliveryRate {
    private static final long SHORTEST_NANOS = 250_000_000L;
    private static final long LONGEST_NANOS = 5_000_000_000L;
    private static final int ROUND_TRIPS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private boolean begun;
    private long fromNanos;
    private long bytes;

    private final RecentMaximum highest = new RecentMaximum();
    /** Over about one round trip; 0 until it is known. */
    private double first;

    private double last;
    /** The highest since the connection began, or since the rate fell. */
    private double since;

    void delivered(long more, long roundTripNanos, long nowNanos) {
        if (!begun) {
            begun = true;
            fromNanos = nowNanos;
            return;
        }
        bytes += more;
        long nanos = nowNanos - fromNanos;
        if (first == 0 && nanos >= Math.max(SHORTEST_NANOS, roundTripNanos)) {
            first = NANOS_PER_SECOND * bytes / nanos;
            since = first;
        }
        if (nanos >= Math.min(LONGEST_NANOS, Math.max(SHORTEST_NANOS, ROUND_TRIPS * roundTripNanos))) {
            last = NANOS_PER_SECOND * bytes / nanos;
            since = Math.max(since, last);
            highest.add(last, nowNanos);
            fromNanos = nowNanos;
            bytes = 0;
        }
    }

    /** Nothing was under way for a while: that time says nothing about the path. What is measured begins with the next delivery. */
    void pause() {
        begun = false;
        bytes = 0;
    }

    /** A connection begins: what was measured before says little about its path. */
    void begins() {
        last = 0;
        since = 0;
    }

    /** A queue lasts, so the path is never idle. If it delivers less than half of what it did, its rate has fallen; else segments were lost. */
    void queueLasts() {
        if (last < since / 2) {
            since = last;
        }
    }

    /** Bytes per second, without what was measured before the connection began or the rate fell; 0 if that rate is not known yet. */
    long presentBytesPerSecond() {
        return (long) Math.min(since, Math.max(first, highest.value()));
    }

    /** How many bytes the path delivers in this time; 0 if the rate is not known yet. */
    long bytesIn(long nanos) {
        return (long) (highest.value() * nanos / NANOS_PER_SECOND);
    }

    /** How long the path needs for this number of bytes; 0 if the rate is not known yet. */
    long nanosFor(long some) {
        double rate = highest.value();
        return rate == 0 ? 0 : (long) (NANOS_PER_SECOND * some / rate);
    }

    /** The same, sooner: until a few round trips have passed, what about one has shown. */
    long bytesSoonIn(long nanos) {
        double known = highest.value();
        return (long) ((known == 0 ? first : known) * nanos / NANOS_PER_SECOND);
    }
}
