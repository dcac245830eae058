package org.banip.mbu.interconnect;

/**
 * How large a send window is: it grows while the queue in front of the path is shorter than the target, and shrinks while it is longer (docs/links.md).
 * Guarded by its {@link SendWindow}.
 */
final class WindowSize {
    private static final long MOST = 4 * SendWindow.FAST;
    /** Flushes at the rate of a slow path need no more; with {@link SendWindow#FAST} they would not be paced. */
    private static final long MOST_PACED = SendWindow.FAST - 1;

    /** With less the path would fall idle between a flush and its acknowledgement, however slow it is. */
    private static final long LEAST = 3 * SendWindow.FLUSH;

    /** While flushes keep the queue short, the window may be larger than they need: it only bounds what a wrong estimate can do. */
    private static final long PACED_NANOS = 1_000_000_000L;

    private static final double GAIN = 0.5;
    /** Growth after the path had to wait for a bearer, because the window had let it fall idle. */
    private static final double IDLE_GAIN = 1.5;
    /** By no more than this part the window shrinks if a wait for a bearer may have been taken for the queue. */
    private static final double SHRINKING = 0.25;

    private final long targetNanos;
    private final PathEstimate path;
    private final PathMeter meter;
    private final boolean severalPaths;

    private long bytes = LEAST;
    /** Whether anything waited since the last change of the window. */
    private boolean limited;
    /** What was acknowledged since then. */
    private long acknowledged;

    private long changedNanos;

    /** Whether the queue was too long when it was measured last. */
    private boolean queued;

    /**
     * Of a new connection.
     *
     * @param targetNanos the longest queue; zero if nothing is to be limited
     */
    WindowSize(long targetNanos, PathEstimate path, PathMeter meter, boolean severalPaths) {
        this.targetNanos = targetNanos;
        this.path = path;
        this.meter = meter;
        this.severalPaths = severalPaths;
    }

    /** The path was interrupted and carries again. */
    void interrupted(long now) {
        changedNanos = now;
        bytes = Math.min(bytes, ConnectionStart.UNCERTAIN);
        acknowledged = 0;
        queued = false;
        limited = false;
    }

    /** How many bytes of frames may be under way, if the window {@linkplain #isUnlimited() limits} anything. */
    long bytes() {
        return bytes;
    }

    /** Whether the window limits nothing. */
    boolean isUnlimited() {
        return targetNanos == 0 || bytes >= SendWindow.FAST;
    }

    /** Enlarges the window to the least one, which may have grown. */
    void keepLeast() {
        bytes = Math.max(bytes, least());
    }

    /**
     * The window is never smaller. Of several paths: what the path is known to carry, because a lost segment makes all receipts late for a while.
     */
    private long least() {
        return severalPaths ? Math.max(LEAST, Math.min(MOST, meter.leastWindow(path.begins()))) : LEAST;
    }

    /** Something waits because the window is closed. */
    void limits() {
        limited = true;
    }

    /** Whether anything waited since the last change of the window. */
    boolean hasLimited() {
        return limited;
    }

    /** Bytes were acknowledged. */
    void acknowledged(long some) {
        acknowledged += some;
    }

    /**
     * The path has carried these bytes.
     *
     * @param nanos from sending the last of them until the answer came
     * @param underWay what is still under way
     * @param waits whether something waits because the window is closed
     */
    void arrived(long some, long nanos, long underWay, boolean waits, long now) {
        long queue = path.arrived(some, nanos, now);
        if (waits && !queued) {
            bytes = Math.min(MOST, bytes + Math.min(SendWindow.FLUSH, path.idleBytes(now)) / 2);
        }
        if (path.isQueueLasting()) {
            meter.queueLasts();
        }
        // Else there may be a queue, which a fuller socket would make longer until it is measured.
        if (!path.isUncertain()) {
            path.start().acknowledged(some, underWay + some);
            queueIs(queue, GAIN, underWay, now);
        }
        keepLeast();
    }

    /** The queue was measured on the way out. That it was short after a rest says nothing of the window. */
    void measured(long queueNanos, long underWay, long now) {
        queueIs(queueNanos, path.bearerWaited() ? IDLE_GAIN : GAIN, underWay, now);
    }

    /** The queue is known. The gain is that of growth after the start. */
    private void queueIs(long nanos, double gain, long underWay, long now) {
        long missing = (path.isPaced() ? targetNanos + PACED_NANOS : targetNanos) - nanos;
        queued = missing < 0;
        ConnectionStart start = path.start();
        long roundTripNanos = path.roundTripNanos();
        start.queueIs(nanos, roundTripNanos, underWay, now);
        // What the path delivers in the time by which the queue is too short or too long.
        double delivered = (double) acknowledged * missing / Math.max(roundTripNanos, now - changedNanos);
        if (missing < 0) {
            bytes = Math.min(bytes, Math.max(underWay + acknowledged, LEAST));
            bytes += (long) Math.max(-(nanos < 2 * OneWayDelay.BEARER_NANOS ? SHRINKING : GAIN) * bytes, delivered);
        } else if (limited) {
            start.limited(path.isUncertain(), bytes, roundTripNanos, now);
            bytes += start.isGrowing()
                    ? start.growth(acknowledged, bytes, nanos, roundTripNanos)
                    : (long) (gain * delivered);
        }
        bytes = Math.max(least(), Math.min(path.isPaced() ? MOST_PACED : MOST, bytes));
        acknowledged = 0;
        changedNanos = now;
        limited = false;
        path.windowChanged(missing < 0 && bytes == least(), now);
    }
}
