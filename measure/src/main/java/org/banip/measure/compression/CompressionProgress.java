package org.banip.measure.compression;

import java.time.Duration;
import org.banip.app.terminal.Figures;

/**
 * How far a run has come.
 *
 * @param done jobs that are done
 * @param jobs of all
 * @param share of the work that is done, from 0 to 1
 * @param elapsed since it began
 */
public record CompressionProgress(int done, int jobs, double share, Duration elapsed) {
    private static final double ENOUGH = 0.01;
    private static final double NANOS_PER_SECOND = 1e9;

    /** All in one line, with the time left once it can be told. */
    public String toLine() {
        return "measuring " + done + " of " + jobs + ", " + left();
    }

    private String left() {
        if (share < ENOUGH) {
            return "just begun";
        }
        double seconds = elapsed.toNanos() / NANOS_PER_SECOND * (1 - share) / share;
        return Figures.clock(Duration.ofSeconds((long) Math.ceil(seconds))) + " left";
    }
}
