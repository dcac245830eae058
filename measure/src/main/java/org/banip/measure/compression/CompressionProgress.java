package org.banip.measure.compression;

import java.time.Duration;
import org.banip.app.terminal.Figures;

/**
 * Progress of a run.
 *
 * @param done number of finished jobs
 * @param jobs number of all jobs
 * @param share of the work that is done, from 0 to 1
 * @param elapsed time since the run began
 */
public record CompressionProgress(int done, int jobs, double share, Duration elapsed) {
    private static final double ENOUGH = 0.01;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The progress in one line, with the time left as soon as it can be estimated. */
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
