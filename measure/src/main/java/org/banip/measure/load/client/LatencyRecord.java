package org.banip.measure.load.client;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long packets took from the instant at which they fell due to their acknowledgement, for those that fell due in the window. Because the
 * instants are scheduled, a client that was held up hides nothing. Belongs to one loop; read when that has ended.
 */
final class LatencyRecord {
    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(2);
    private static final int DIGITS = 3;

    private final Histogram latency = newHistogram();
    private final Histogram sendLate = newHistogram();
    private long acknowledgedInWindow;

    /** An empty histogram of microseconds. */
    static Histogram newHistogram() {
        return new Histogram(MOST_MICROS, DIGITS);
    }

    /** A packet was written for the first time. */
    void written(LoadTimes times, long dueNanos, long nowNanos) {
        if (times.inWindow(dueNanos)) {
            record(sendLate, nowNanos - dueNanos);
        }
    }

    /** A packet was acknowledged. */
    void acknowledged(LoadTimes times, long dueNanos, long nowNanos) {
        if (times.inWindow(dueNanos)) {
            record(latency, nowNanos - dueNanos);
        }
        if (times.inWindow(nowNanos)) {
            acknowledgedInWindow++;
        }
    }

    /** A packet was not acknowledged to the end: it took at least this long. */
    void unanswered(LoadTimes times, long dueNanos, long nowNanos) {
        if (times.inWindow(dueNanos)) {
            record(latency, nowNanos - dueNanos);
        }
    }

    private static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.min(MOST_MICROS, Math.max(0, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    Histogram latency() {
        return latency;
    }

    Histogram sendLate() {
        return sendLate;
    }

    long acknowledgedInWindow() {
        return acknowledgedInWindow;
    }
}
