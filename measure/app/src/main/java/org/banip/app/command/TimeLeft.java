package org.banip.app.command;

import java.time.Duration;
import org.banip.app.terminal.Figures;

/** How much of a task is done, and the time that the rest takes if it goes on as before. One thread. */
final class TimeLeft {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Before, a guess is too rough. */
    private static final double FIRST_GUESS_SECONDS = 1;

    private final long begunNanos;

    /**
     * A task that begins.
     *
     * @param nowNanos as {@code System.nanoTime()}
     */
    TimeLeft(long nowNanos) {
        begunNanos = nowNanos;
    }

    /** Since it began. */
    Duration elapsed(long nowNanos) {
        return Duration.ofNanos(nowNanos - begunNanos);
    }

    /** In words: {@code 41.8 %, 0:12 left}. */
    String text(long done, long total, long nowNanos) {
        double share = total <= 0 ? 0 : Math.min(1, (double) done / total);
        double seconds = (nowNanos - begunNanos) / NANOS_PER_SECOND;
        if (share == 0 || seconds < FIRST_GUESS_SECONDS) {
            return Figures.percent(share);
        }
        double left = seconds / share - seconds;
        return Figures.percent(share) + ", " + Figures.clock(Duration.ofSeconds((long) Math.ceil(left))) + " left";
    }
}
