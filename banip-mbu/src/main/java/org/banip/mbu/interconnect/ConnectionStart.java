package org.banip.mbu.interconnect;

/**
 * The start of a connection: while no queue shows in front of its path, more may be under way in each round trip (docs/links.md, "Start"). Guarded by its
 * {@link SendWindow}.
 */
final class ConnectionStart {
    /**
     * Up to this window acknowledgements may be late without ending the start. A smaller window lets the path fall idle, so that they wait for bearers.
     */
    static final long UNCERTAIN = 5 * SendWindow.FLUSH;
    /** While the queue is very short, the window grows by this multiple of what was acknowledged: in a round trip it becomes four times as large. */
    private static final int QUICK = 3;
    /** A queue is very short if it is shorter than this part of the target. */
    private static final int QUICK_PART = 8;
    /** Round trips, and at least this time, until the rate of a path with larger buffers is known. */
    private static final int ROUND_TRIPS = 6;

    private static final long LEAST_NANOS = 500_000_000L;
    /** With a longer round trip a path is slow: as long as that takes, nobody knows of the queue that has grown meanwhile. */
    private static final long SLOW_NANOS = 700_000_000L;
    /** On a slow path, the window grows to this at the start. More could overflow the queue of a GPRS link (10 kB). */
    private static final long SLOW_BYTES = 8 * SendWindow.FLUSH;

    private final long targetNanos;
    private boolean growing = true;
    private int measurements;
    private long endNanos = Long.MAX_VALUE;
    private long socketBytes = SendWindow.FAST;

    /** Of a new connection; the target is the longest queue. */
    ConnectionStart(long targetNanos) {
        this.targetNanos = targetNanos;
    }

    /** Whether no queue was seen yet. */
    boolean isGrowing() {
        return growing;
    }

    /** The queue was measured: it is part of the round trip of what is under way. */
    void queueIs(long nanos, long roundTripNanos, long underWay, long now) {
        measurements++;
        if (growing && 2 * nanos >= targetNanos) {
            end(roundTripNanos, now);
            long fits =
                    roundTripNanos <= nanos ? 0 : underWay * (roundTripNanos - nanos + targetNanos) / roundTripNanos;
            socketBytes = Math.max(SendWindow.FAST, Math.min(socketBytes, fits));
        }
    }

    /** The window was too small. Ends the start if waits for bearers, or a long round trip, may hide a queue. */
    void limited(boolean uncertain, long window, long roundTripNanos, long now) {
        boolean hidden = uncertain && window >= UNCERTAIN || roundTripNanos > SLOW_NANOS && window >= SLOW_BYTES;
        if (growing && hidden) {
            end(roundTripNanos, now);
        }
    }

    private void end(long roundTripNanos, long now) {
        growing = false;
        endNanos = now + Math.max(LEAST_NANOS, ROUND_TRIPS * roundTripNanos);
    }

    /**
     * How many bytes the window grows by.
     *
     * @param bytes acknowledged since it grew last
     * @param window before that
     * @param queueNanos the queue; the first one is always 0, because the first acknowledgement is the base of later ones, so it proves nothing
     * @param roundTripNanos of what was acknowledged
     */
    long growth(long bytes, long window, long queueNanos, long roundTripNanos) {
        if (roundTripNanos > SLOW_NANOS) {
            return Math.min(bytes, Math.max(0, SLOW_BYTES - window));
        }
        return measurements > 1 && QUICK_PART * queueNanos < targetNanos ? QUICK * bytes : bytes;
    }

    /**
     * Bytes were acknowledged. The socket may hold more if what was under way needed it.
     *
     * @param underWay before that, in bytes
     */
    void acknowledged(long bytes, long underWay) {
        if (growing && 2 * underWay > socketBytes) {
            socketBytes += bytes;
        }
    }

    /** How many bytes the socket may hold; 0 if the rate of the path says it. */
    long socketBytes(long now) {
        return growing || now < endNanos ? socketBytes : 0;
    }
}
