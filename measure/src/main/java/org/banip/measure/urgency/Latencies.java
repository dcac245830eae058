package org.banip.measure.urgency;

import java.util.List;
import org.banip.measure.results.ResultRow;

/**
 * Latencies of one row of a result.
 *
 * @param seconds sorted; there may be none
 */
record Latencies(List<Double> seconds) {
    /** In any order. */
    static Latencies of(List<Double> seconds) {
        return new Latencies(seconds.stream().sorted().toList());
    }

    boolean isEmpty() {
        return seconds.isEmpty();
    }

    /** In seconds, of at least one. */
    double mean() {
        return seconds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** In seconds, of at least one. */
    double percentile(int percent) {
        return seconds.get(Math.max(0, (int) Math.ceil(seconds.size() * percent / 100.0) - 1));
    }

    /** Adds the columns of their distribution, unless there are none. */
    ResultRow addTo(ResultRow row) {
        return isEmpty()
                ? row
                : row.number("mean", mean())
                        .number("p50", percentile(50))
                        .number("p99", percentile(99))
                        .number("max", percentile(100));
    }
}
