package org.banip.measure.jini;

import java.util.Locale;
import java.util.Optional;
import org.banip.measure.results.ResultRow;

/**
 * How far the stopped watcher moved the p99 of one figure.
 *
 * @param of {@code acknowledged} or {@code stored}
 * @param rounds how many rounds there were
 * @param percent the geometric mean of the rounds' ratios, stopped to running, less one
 * @param interval the mean's 95 % interval; empty for fewer than three rounds
 */
record Moved(String of, int rounds, double percent, Optional<Interval> interval) {
    /**
     * Where the mean is.
     *
     * @param low its lower end, percent
     * @param high its upper end, percent
     */
    record Interval(double low, double high) {}

    String text() {
        return String.format(Locale.ROOT, "stopping the watcher moved the p99 of %s by %+.1f %%", words(), percent)
                + interval.map(between -> String.format(
                                Locale.ROOT, " (95 %%: %+.1f to %+.1f %%)", between.low(), between.high()))
                        .orElse("");
    }

    private String words() {
        return of.equals("stored") ? "storage" : "acknowledgements";
    }

    ResultRow row() {
        ResultRow row =
                new ResultRow().text("moved", of).count("rounds", rounds).number("p99Percent", percent);
        interval.ifPresent(between -> row.number("lowPercent", between.low()).number("highPercent", between.high()));
        return row;
    }
}
