package org.banip.mbu.interconnect;

/**
 * Fetches acknowledgements while the spool is nearly full, so that its room does not wait for them: by one time request at a time, behind what was
 * sent since the last one (docs/links.md, "Acknowledgements"). Guarded by its {@link SendWindow}.
 */
final class RoomFetch {
    /** An answer that takes longer than this many round trips, and than the time below, is not waited for. */
    private static final int ROUND_TRIPS = 4;

    private static final long LEAST_NANOS = 1_000_000_000L;
    private static final int NONE = 0;

    private long requestedNanos = NONE;
    /** Something was sent behind the last request: its answer says nothing of it. */
    private boolean uncovered;

    /** An item is sent. */
    void sent() {
        uncovered = true;
    }

    /** A time request goes behind all that was sent, for another reason. */
    void covered() {
        uncovered = false;
    }

    /** The connection was interrupted: nothing is waited for. */
    void interrupted() {
        requestedNanos = NONE;
    }

    /**
     * Whether a time request is to be sent now.
     *
     * @param roundTripNanos the last round trip; 0 if there was none
     */
    boolean take(long roundTripNanos, long nowNanos) {
        boolean waits = requestedNanos != NONE
                && nowNanos - requestedNanos < Math.max(LEAST_NANOS, ROUND_TRIPS * roundTripNanos);
        if (waits || !uncovered) {
            return false;
        }
        requestedNanos = nowNanos;
        uncovered = false;
        return true;
    }

    /** A time request was answered. Returns whether it was the one that was waited for. */
    boolean answered(long requestSentNanos) {
        boolean own = requestedNanos != NONE && requestSentNanos == requestedNanos;
        requestedNanos = own ? NONE : requestedNanos;
        return own;
    }

    /** Whether the next request may go, because something was sent behind the last one. */
    boolean isDue() {
        return uncovered && requestedNanos == NONE;
    }
}
