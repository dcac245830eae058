package org.banip.measure.jini;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * How far a stopped watcher moved the figures of the others: the ratios of the two windows of each round. Their mean is geometric, and its interval
 * is Student's of their logarithms, so that neither kind of window is favoured. One thread.
 */
final class MovedFigures {
    private static final double CONFIDENCE = 0.95;
    private static final double PERCENT = 100;
    /** Of an interval. */
    private static final int FEWEST_ROUNDS = 3;

    private final List<StoppedRow> running = new ArrayList<>();
    private final List<StoppedRow> stopped = new ArrayList<>();

    /** Adds a window. */
    void add(StoppedRow row) {
        (row.stopped() ? stopped : running).add(row);
    }

    /** Whether all windows have packets, and each kind has as many as the other. */
    boolean isComplete() {
        return !running.isEmpty()
                && running.size() == stopped.size()
                && List.of(running, stopped).stream()
                        .flatMap(List::stream)
                        .allMatch(row -> row.acknowledged().getTotalCount() > 0
                                && row.stored().getTotalCount() > 0);
    }

    /** All rounds of each kind together. */
    List<StoppedRow> together() {
        return List.of(together(false, running), together(true, stopped));
    }

    private static StoppedRow together(boolean stopped, List<StoppedRow> rows) {
        return new StoppedRow(0, stopped, sum(rows, StoppedRow::acknowledged), sum(rows, StoppedRow::stored));
    }

    private static Histogram sum(List<StoppedRow> rows, Function<StoppedRow, Histogram> part) {
        Histogram sum = part.apply(rows.get(0)).copy();
        rows.subList(1, rows.size()).forEach(row -> sum.add(part.apply(row)));
        return sum;
    }

    /** How far each figure moved; the measurement must be complete. */
    List<Moved> moved() {
        return List.of(moved("acknowledged", StoppedRow::acknowledged), moved("stored", StoppedRow::stored));
    }

    private Moved moved(String of, Function<StoppedRow, Histogram> part) {
        Statistics logarithms = new ListStatistics(IntStream.range(0, running.size())
                .mapToDouble(
                        round -> Math.log(p99(part.apply(stopped.get(round))) / p99(part.apply(running.get(round)))))
                .toArray());
        int rounds = running.size();
        double mean = percent(logarithms.getMean());
        if (rounds < FEWEST_ROUNDS) {
            return new Moved(of, rounds, mean, Optional.empty());
        }
        double[] interval = logarithms.getConfidenceIntervalAt(CONFIDENCE);
        return new Moved(of, rounds, mean, Optional.of(new Moved.Interval(percent(interval[0]), percent(interval[1]))));
    }

    private static double p99(Histogram of) {
        return of.getValueAtPercentile(StoppedRow.NEARLY_ALL);
    }

    private static double percent(double logarithm) {
        return PERCENT * Math.expm1(logarithm);
    }
}
