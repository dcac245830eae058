package org.banip.mbu.interconnect;

/** The last time requests of a path that have no answer yet. One call at a time. */
final class TimeRequests {
    private static final int REMEMBERED = 32;

    private final long[] sentNanos = new long[REMEMBERED];
    private int next;

    /** A request is sent; beyond 32 the oldest is forgotten. */
    void add(long nowNanos) {
        sentNanos[next] = nowNanos;
        next = (next + 1) % REMEMBERED;
    }

    /** A request of this time is answered. Returns whether it is here; it is not afterwards. */
    boolean take(long sent) {
        for (int r = 0; r < REMEMBERED; r++) {
            if (sentNanos[r] == sent) {
                sentNanos[r] = 0;
                return true;
            }
        }
        return false;
    }
}
