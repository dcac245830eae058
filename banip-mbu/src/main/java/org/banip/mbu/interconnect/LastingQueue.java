package org.banip.mbu.interconnect;

/**
 * Notices that receipts have shown a queue that is too long for more than two round trips. The rate of the path may have fallen, or it loses segments all
 * the time ({@link DeliveryRate#queueLasts}). One thread at a time.
 */
final class LastingQueue {
    private static final int ROUND_TRIPS = 2;
    private static final long NONE = Long.MIN_VALUE;

    private long sinceNanos = NONE;
    private boolean seen;

    /** The queue of a path with this round trip was measured. */
    void add(boolean tooLong, long roundTripNanos, long nowNanos) {
        if (!tooLong) {
            forget();
        } else if (sinceNanos == NONE) {
            sinceNanos = nowNanos;
        } else {
            seen = nowNanos - sinceNanos > ROUND_TRIPS * roundTripNanos;
        }
    }

    /** Whether it has been too long for all that time. */
    boolean isSeen() {
        return seen;
    }

    /** Nothing is known any more. */
    void forget() {
        sinceNanos = NONE;
        seen = false;
    }
}
