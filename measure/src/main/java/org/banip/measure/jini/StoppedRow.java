package org.banip.measure.jini;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.banip.measure.results.ResultRow;

/**
 * One kind of window, all rounds together or one of them.
 *
 * @param round from 1; 0: all together
 * @param stopped whether the watcher was stopped
 * @param acknowledged milliseconds from the sampling of a packet's last sensor set to its acknowledgement at the MBU
 * @param stored the same to its commit in the store process
 */
record StoppedRow(int round, boolean stopped, Histogram acknowledged, Histogram stored) {
    private static final double MEDIAN = 50;
    static final double NEARLY_ALL = 99;
    private static final double MICROS_PER_MILLI = 1000;

    static String heading() {
        return "round  watcher   packets   acknowledged p50 ms   p99 ms   stored p50 ms   p99 ms";
    }

    static double millis(Histogram of, double percentile) {
        return of.getTotalCount() == 0 ? 0 : of.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%5s  %-8s %8d %21.1f %8.1f %15.1f %8.1f",
                round == 0 ? "all" : Integer.toString(round),
                stopped ? "stopped" : "running",
                acknowledged.getTotalCount(),
                millis(acknowledged, MEDIAN),
                millis(acknowledged, NEARLY_ALL),
                millis(stored, MEDIAN),
                millis(stored, NEARLY_ALL));
    }

    ResultRow row() {
        return new ResultRow()
                .count("round", round)
                .flag("stopped", stopped)
                .count("acknowledgedPackets", acknowledged.getTotalCount())
                .number("acknowledgedP50Millis", millis(acknowledged, MEDIAN))
                .number("acknowledgedP99Millis", millis(acknowledged, NEARLY_ALL))
                .count("storedPackets", stored.getTotalCount())
                .number("storedP50Millis", millis(stored, MEDIAN))
                .number("storedP99Millis", millis(stored, NEARLY_ALL));
    }
}
