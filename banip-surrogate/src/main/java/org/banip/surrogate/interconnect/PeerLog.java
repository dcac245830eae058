package org.banip.surrogate.interconnect;

import java.util.concurrent.TimeUnit;
import org.banip.surrogate.settings.HostClock;

/**
 * Bounds the log lines of one kind that one peer causes: the first lines of a minute are logged at once, the others are counted, and the next line
 * tells how many they were. Guarded by its monitor.
 */
public final class PeerLog {
    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final HostClock clock;
    private final int linesPerMinute;
    private long minuteBeganNanos;
    private int lines;
    private long leftOut;

    /** No line yet. */
    public PeerLog(HostClock clock, int linesPerMinute) {
        this.clock = clock;
        this.linesPerMinute = linesPerMinute;
    }

    /** Logs something that happened. {@code line} gets the end of the line, which tells how many lines were left out before it. */
    public void happened(Line line) {
        String before;
        synchronized (this) {
            long now = clock.monotonicNanos();
            if (lines > 0 && now - minuteBeganNanos >= MINUTE_NANOS) {
                lines = 0;
            }
            if (lines == linesPerMinute) {
                leftOut++;
                return;
            }
            if (lines == 0) {
                minuteBeganNanos = now;
            }
            lines++;
            before = leftOut == 0 ? "" : "; lines of this kind left out before: " + leftOut;
            leftOut = 0;
        }
        line.log(before);
    }

    /** Writes a line. */
    @FunctionalInterface
    public interface Line {
        /** {@code end} belongs at the end of the line. */
        void log(String end);
    }
}
