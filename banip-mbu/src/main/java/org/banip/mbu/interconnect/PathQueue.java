package org.banip.mbu.interconnect;

/**
 * Estimates the queue in front of a path: when the path will have carried all that was sent. Answers to time requests correct the estimate. They
 * have the host's time of arrival, so they give the rate of the way out and the queue that a request found (docs/links.md). One thread at a time.
 */
final class PathQueue {
    private static final double NANOS_PER_SECOND = 1e9;
    /** A shorter queue is none. */
    private static final long NO_QUEUE_NANOS = 50_000_000L;
    /** The measured rate is multiplied by this. At the measured rate the path might fall idle, and the next measurement would be too low. */
    private static final double PROBING = 1.05;
    /** Bytes per second. A path that carries this much empties its queue fast enough, so flushes need no pace. */
    private static final double FAST = 32_000;

    /**
     * The rate falls no further below the highest that was seen lately. Waits for a bearer between flushes look like a lower rate: if it were believed,
     * flushes would come later, and there would be more such waits.
     */
    private static final double LEAST_OF_HIGHEST = 0.9;

    /** The highest is of rates over at least this time: over a shorter one, a host that was late once makes the next rate look far too high. */
    private static final long LONG_NANOS = 5_000_000_000L;

    /**
     * From one answer to the next the rate grows by no more than this. What TCP held back behind a lost segment comes to the host all at once, and looks like
     * a rate of megabytes a second.
     */
    private static final double GROWTH = 2;

    private static final double FIRST_GAIN = 0.05;
    private static final double LAST_GAIN = 0.5;

    private static final long NONE = 0;

    /** Until the first two time requests are answered. */
    private final DeliveryRate acknowledged = new DeliveryRate();

    private long sentBytes;
    private long busyUntilNanos;
    private long busySinceNanos;
    /** Whether the path was busy since the last answer, by this estimate. */
    private boolean busyThroughout;

    private long requestedNanos;
    private long requestedBytes;
    private long lastReceivedNanos = NONE;
    private long lastBytes;

    // Bytes per second of the way out; 0 if it is not known.
    private double rate;
    private double measured;
    /** Of the rates over a long time. */
    private final RecentMaximum highest = new RecentMaximum();

    private long longSinceNanos = NONE;
    private long longSinceBytes;
    private double gain = FIRST_GAIN;

    /**
     * Bytes were sent.
     *
     * @param underWay all bytes that are under way now, these included
     */
    void sent(int bytes, long underWay, long nowNanos) {
        if (busyUntilNanos <= nowNanos) {
            busySinceNanos = nowNanos;
            busyUntilNanos = nowNanos;
            busyThroughout = false;
        }
        sentBytes += bytes;
        busyUntilNanos = Math.min(busyUntilNanos + nanosFor(bytes), nowNanos + nanosFor(underWay));
    }

    /** Bytes were acknowledged. */
    void acknowledged(long bytes, long roundTripNanos, long nowNanos) {
        acknowledged.delivered(bytes, roundTripNanos, nowNanos);
    }

    /** A time request goes before the next bytes. */
    void requested(long nowNanos) {
        requestedNanos = nowNanos;
        requestedBytes = sentBytes;
    }

    /**
     * The time request was answered.
     *
     * @param receivedNanos when it came, by the host's clock
     * @param laterNanos how much longer its way out took than the shortest one
     * @param rested whether nothing was sent before it on purpose: then the rate cannot be seen
     */
    void answered(long receivedNanos, long laterNanos, boolean rested, long nowNanos) {
        long bytes = requestedBytes - lastBytes;
        if (!rested && lastReceivedNanos != NONE && receivedNanos > lastReceivedNanos && bytes > 0) {
            measured(NANOS_PER_SECOND * bytes / (receivedNanos - lastReceivedNanos), laterNanos);
        }
        measureLong(receivedNanos, nowNanos);
        lastReceivedNanos = receivedNanos;
        lastBytes = requestedBytes;
        busyThroughout = true;
        if (rate > 0) {
            busyUntilNanos = requestedNanos + laterNanos + nanosFor(sentBytes - requestedBytes);
        }
    }

    private void measureLong(long receivedNanos, long nowNanos) {
        long nanos = receivedNanos - longSinceNanos;
        boolean known = longSinceNanos != NONE && nanos >= 0; // unless the host's clock was set back
        if (known && nanos < LONG_NANOS) {
            return;
        }
        if (known) {
            highest.add(NANOS_PER_SECOND * (requestedBytes - longSinceBytes) / nanos, nowNanos);
        }
        longSinceNanos = receivedNanos;
        longSinceBytes = requestedBytes;
    }

    private void measured(double found, long laterNanos) {
        double seen = measured > 0 ? Math.min(found, GROWTH * measured) : found;
        if (laterNanos < NO_QUEUE_NANOS) {
            measured = Math.max(measured, seen * (1 + gain)); // it could have carried more
            gain = Math.min(LAST_GAIN, 2 * gain);
        } else {
            // A longer delay than that of a bearer is a queue, whatever a rate that was too high has promised.
            boolean busy = busyThroughout || laterNanos > OneWayDelay.BEARER_NANOS;
            measured = busy ? mean(measured, seen) : Math.max(measured, seen);
            gain = FIRST_GAIN;
        }
        rate = measured < FAST ? PROBING * measured : measured;
    }

    /** Of a path that was busy throughout, what was seen is the rate. */
    private double mean(double before, double seen) {
        double mean = before > 0 ? (before + seen) / 2 : seen;
        return Math.max(mean, LEAST_OF_HIGHEST * highest.value());
    }

    /** Whether time requests have shown that the path is so slow that flushes should go at its rate. */
    boolean isSlow() {
        return measured > 0 && measured < FAST;
    }

    /** How long the path needs for what stands in its queue; below zero if the queue has been empty for this time. */
    long nanos(long nowNanos) {
        return busyUntilNanos - nowNanos;
    }

    /** How long the path has been busy. */
    long busyNanos(long nowNanos) {
        return nowNanos - busySinceNanos;
    }

    private long nanosFor(long bytes) {
        return rate == 0 ? acknowledged.nanosFor(bytes) : (long) (NANOS_PER_SECOND * bytes / rate);
    }

    /** How many bytes the path carries in this time; 0 if its rate is not known. */
    long bytesIn(long nanos) {
        return rate == 0 ? acknowledged.bytesIn(nanos) : (long) (rate * nanos / NANOS_PER_SECOND);
    }
}
