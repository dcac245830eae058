package org.banip.measure.bench;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.banip.measure.results.ResultRow;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** JMH's results as rows. */
public final class JmhRows {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final String MEGABYTES = "megabytes";

    private JmhRows() {}

    /** One benchmark with one set of parameters. */
    public static ResultRow of(RunResult found) {
        BenchmarkParams params = found.getParams();
        Result<?> primary = found.getPrimaryResult();
        ResultRow row = new ResultRow()
                .text("benchmark", shortName(params.getBenchmark()))
                .text("parameters", parameters(params))
                .text("java", params.getJdkVersion() + ", " + params.getVmName())
                .text("mode", params.getMode().shortLabel())
                .number("score", primary.getScore());
        number(row, "error", primary.getScoreError());
        row.text("unit", primary.getScoreUnit())
                .count("forks", params.getForks())
                .count("iterations", params.getMeasurement().getCount());
        Result<?> allocated = found.getSecondaryResults().get(ALLOCATED);
        if (allocated != null) {
            number(row, "allocatedBytes", allocated.getScore());
        }
        Result<?> megabytes = found.getSecondaryResults().get(MEGABYTES);
        if (megabytes != null) {
            number(row, "megabytesPerSecond", megabytes.getScore());
            number(row, "megabytesError", megabytes.getScoreError());
        }
        return row;
    }

    /** The row as a line of text. */
    public static String line(RunResult found) {
        Result<?> primary = found.getPrimaryResult();
        StringBuilder line = new StringBuilder(name(found.getParams()))
                .append(", Java ")
                .append(found.getParams().getJdkVersion())
                .append(String.format(Locale.ROOT, ": %,.0f %s", primary.getScore(), primary.getScoreUnit()));
        append(line, ", %,.1f MB/s", found.getSecondaryResults().get(MEGABYTES));
        append(
                line,
                ", %,.1f bytes allocated by one",
                found.getSecondaryResults().get(ALLOCATED));
        return line.toString();
    }

    private static void append(StringBuilder line, String format, @Nullable Result<?> measured) {
        if (measured != null && Double.isFinite(measured.getScore())) {
            line.append(String.format(Locale.ROOT, format, measured.getScore()));
        }
    }

    /** Class, method and parameters. */
    static String name(BenchmarkParams params) {
        String parameters = parameters(params);
        return shortName(params.getBenchmark()) + (parameters.isEmpty() ? "" : " (" + parameters + ")");
    }

    /** JMH gives NaN if it has no figure; then the field is left out. */
    private static void number(ResultRow row, String name, double value) {
        if (Double.isFinite(value)) {
            row.number(name, value);
        }
    }

    /** Class and method. */
    static String shortName(String benchmark) {
        int method = benchmark.lastIndexOf('.');
        return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
    }

    /** The parameters with a value: {@code payload=150}. */
    static String parameters(BenchmarkParams params) {
        Collection<String> keys = params.getParamsKeys();
        return keys.stream()
                .filter(key -> !params.getParam(key).isEmpty())
                .map(key -> key + "=" + params.getParam(key))
                .collect(Collectors.joining(", "));
    }
}
