package org.banip.measure.price.process;

import java.time.Duration;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.process.Console;

/** Counts what is confirmed within a window that begins after a warm-up, and how long each took. Any thread. */
final class TimedCount {
    private static final long LONGEST_MICROS = Duration.ofMinutes(5).toMillis() * 1000;
    private static final double MICROS_PER_MILLI = 1000;

    private final long fromNanos;
    private final long untilNanos;
    private final Histogram micros = new ConcurrentHistogram(LONGEST_MICROS, 3);

    /** The warm-up begins now. */
    TimedCount(Duration warmUp, Duration window) {
        fromNanos = System.nanoTime() + warmUp.toNanos();
        untilNanos = fromNanos + window.toNanos();
    }

    boolean isOver() {
        return System.nanoTime() - untilNanos >= 0;
    }

    /** Something that was sent at this instant is confirmed now. */
    void confirmed(long sentNanos) {
        long now = System.nanoTime();
        if (now - fromNanos >= 0 && now - untilNanos < 0) {
            micros.recordValue(Math.min(LONGEST_MICROS, (now - sentNanos) / 1000));
        }
    }

    /** How many in a second. */
    double perSecond() {
        return micros.getTotalCount() / ((untilNanos - fromNanos) / 1e9);
    }

    double millis(double percentile) {
        return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    /** An event with the rate and the times. */
    JsonWriter event(String name) {
        return Console.event(name)
                .field("perSecond", perSecond())
                .field("p50Millis", millis(50))
                .field("p99Millis", millis(99));
    }
}
