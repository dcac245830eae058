package org.banip.mbu.interconnect;

/**
 * The start of a connection: while no queue shows in front of its path, more may be under way in each round trip (docs/links.md, "Start"). Guarded by its
 * {@link SendWindow}.
 */
final class ConnectionStart {
    /** So far the window grows as fast even if only the way out shows no queue: with less, bearers would hide what the path can deliver. */
    private static final long UNCERTAIN = 5 * SendWindow.FLUSH;
    /** Of what was acknowledged, with a queue shorter than this part of the target: the window becomes four times as large in a round trip. */
    private static final int QUICK = 3;

    private static final int QUICK_PART = 8;
    /** Round trips, and at least this time, until the rate of a path with larger buffers is known. */
    private static final int ROUND_TRIPS = 6;

    private static final long LEAST_NANOS = 500_000_000L;

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

    /** The window was too small. Ends the start if waits for bearers may hide a queue. */
    void limited(boolean uncertain, long window, long roundTripNanos, long now) {
        if (growing && uncertain && window >= UNCERTAIN) {
            end(roundTripNanos, now);
        }
    }

    private void end(long roundTripNanos, long now) {
        growing = false;
        endNanos = now + Math.max(LEAST_NANOS, ROUND_TRIPS * roundTripNanos);
    }

    /** By how much the window grows after so many bytes were acknowledged. The first acknowledgement has nothing to be compared with. */
    long growth(long bytes, long queueNanos) {
        return measurements > 1 && QUICK_PART * queueNanos < targetNanos ? QUICK * bytes : bytes;
    }

    /** Bytes were acknowledged, of so many that were under way. */
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
