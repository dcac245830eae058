package org.banip.app.demo;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.SynchronizedHistogram;

/**
 * Latencies of sensor sets, to three significant digits. Any thread.
 *
 * <p>A latency starts at the <em>scheduled</em> sampling instant, so the delay of a slow sender is included. An early arrival counts as 0, a latency
 * above an hour as an hour.
 */
final class Latencies {
    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final double MICROS_PER_MILLI = 1000;

    private final SynchronizedHistogram micros = new SynchronizedHistogram(MOST_MICROS, 3);

    /** Creates an empty set of latencies. */
    Latencies() {}

    /** Counts one sensor set. */
    void add(long nanos) {
        micros.recordValue(Math.max(0, Math.min(MOST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    /** Summary of the latencies so far. */
    Summary summary() {
        synchronized (micros) {
            return micros.getTotalCount() == 0
                    ? new Summary(0, 0, 0, 0)
                    : new Summary(
                            micros.getMean() / MICROS_PER_MILLI,
                            micros.getValueAtPercentile(50) / MICROS_PER_MILLI,
                            micros.getValueAtPercentile(99) / MICROS_PER_MILLI,
                            micros.getMaxValue() / MICROS_PER_MILLI);
        }
    }

    /**
     * Latencies in milliseconds; all 0 if nothing was counted.
     *
     * @param mean of all
     * @param p50 half are at most this
     * @param p99 99 of 100 are at most this
     * @param max the highest
     */
    record Summary(double mean, double p50, double p99, double max) {}
}
