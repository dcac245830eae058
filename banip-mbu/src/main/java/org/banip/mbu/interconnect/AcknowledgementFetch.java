package org.banip.mbu.interconnect;

/**
 * Fetches acknowledgements while the window of a new connection is small, by one time request at a time: the host acknowledges what it has stored
 * together with the answer, without waiting for more packets (docs/links.md, "Start"). Guarded by its {@link SendWindow}.
 */
final class AcknowledgementFetch {
    /** An answer that takes longer than this many round trips, and than the time below, is not waited for. */
    private static final int ROUND_TRIPS = 4;

    private static final long LEAST_NANOS = 1_000_000_000L;
    private static final int NONE = 0;

    private final ConnectionStart start;
    private final boolean severalPaths;
    private long requestedNanos = NONE;

    /** Of a new connection. With several paths there are receipts, so nothing is fetched. */
    AcknowledgementFetch(ConnectionStart start, boolean severalPaths) {
        this.start = start;
        this.severalPaths = severalPaths;
    }

    /**
     * Whether a time request is to be sent with the next packets, because an acknowledgement that waits at the host would hold up a new connection.
     *
     * @param limits whether the window limits what is sent, and nothing else asks for the time
     * @param roundTripNanos the last round trip; 0 if there was none
     */
    boolean take(boolean limits, long roundTripNanos, long nowNanos) {
        if (!limits || severalPaths || !start.isGrowing() || roundTripNanos <= 0) {
            return false;
        }
        boolean waits = requestedNanos != NONE
                && nowNanos - requestedNanos < Math.max(LEAST_NANOS, ROUND_TRIPS * roundTripNanos);
        requestedNanos = waits ? requestedNanos : nowNanos;
        return !waits;
    }

    /** A time request was answered. Returns whether it was the one that was waited for. */
    boolean answered(long requestSentNanos) {
        boolean own = requestSentNanos == requestedNanos;
        requestedNanos = own ? NONE : requestedNanos;
        return own;
    }
}
