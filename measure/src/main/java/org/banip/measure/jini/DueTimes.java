package org.banip.measure.jini;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Milliseconds from the sampling of a packet's last sensor set to what happens with it, for those sampled in a window. Guarded by its monitor. */
final class DueTimes {
    private static final int DIGITS = 3;
    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(1);

    private final Histogram micros = new Histogram(MOST_MICROS, DIGITS);
    private long fromNanos = Long.MAX_VALUE;
    private long untilNanos = Long.MAX_VALUE;

    /** From now on those sampled between two instants count, nanoseconds since the epoch. */
    synchronized void window(long from, long until) {
        micros.reset();
        fromNanos = from;
        untilNanos = until;
    }

    synchronized void happened(long sampledNanos, long nowNanos) {
        if (sampledNanos >= fromNanos && sampledNanos < untilNanos) {
            long late = TimeUnit.NANOSECONDS.toMicros(nowNanos - sampledNanos);
            micros.recordValue(Math.max(0, Math.min(MOST_MICROS, late)));
        }
    }

    synchronized Histogram copy() {
        return micros.copy();
    }
}
