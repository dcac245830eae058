package org.banip.measure.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.banip.app.terminal.Figures;

/** The steps as text. */
final class LoadTable {
    private static final int GAP = 2;

    private record Column(String head, Function<LoadResult, String> cell) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("MBUs", result -> Figures.count(result.mbus())),
            new Column("offered/s", result -> Figures.count(Math.round(result.offered()))),
            new Column("achieved/s", result -> Figures.count(Math.round(result.achieved()))),
            new Column("p50 ms", result -> millis(result, 50)),
            new Column("p99 ms", result -> millis(result, 99)),
            new Column("p99.9 ms", result -> millis(result, 99.9)),
            new Column("max ms", result -> millis(result, 100)),
            new Column("refused", result -> Figures.count(result.clients().number("refused"))),
            new Column("lost", result -> Figures.count(result.clients().number("lost"))),
            new Column("exact", result -> result.exact() ? "yes" : "no"),
            new Column(
                    "host µs",
                    result -> figure(result.microsPerPacket(result.use().host()))),
            new Column(
                    "wsb µs",
                    result -> figure(result.microsPerPacket(result.use().broker()))),
            new Column(
                    "client µs",
                    result -> figure(result.microsPerPacket(result.use().clients()))),
            new Column(
                    "reads",
                    result -> figure(result.perPacket(result.use().host().reads()))),
            new Column(
                    "writes",
                    result -> figure(result.perPacket(result.use().host().writes()))),
            new Column(
                    "B written",
                    result -> Figures.count(
                            Math.round(result.perPacket(result.use().host().bytesWritten())))),
            new Column(
                    "heap MB",
                    result -> Figures.count(result.memory().hostHeap().mostBytes() >> 20)),
            new Column(
                    "storm s",
                    result -> result.stormSeconds().isPresent()
                            ? figure(result.stormSeconds().getAsDouble())
                            : "-"));

    private LoadTable() {}

    private static String millis(LoadResult result, double percentile) {
        return figure(result.latencyMillis(percentile));
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.1f", value);
    }

    /** The head. */
    static String head() {
        StringBuilder line = new StringBuilder();
        COLUMNS.forEach(column -> line.append(right(column.head(), column)));
        return line.toString();
    }

    /** A step's row, and below it what was refused or went wrong. */
    static List<String> lines(LoadResult result) {
        StringBuilder line = new StringBuilder();
        COLUMNS.forEach(column -> line.append(right(column.cell().apply(result), column)));
        List<String> lines = new ArrayList<>(List.of(line.toString()));
        note(lines, "refused", result.clients().refusals());
        note(lines, "errors", result.clients().errors());
        note(lines, "problem", result.problem());
        return lines;
    }

    private static void note(List<String> lines, String what, String text) {
        if (!text.isEmpty()) {
            lines.add("    " + what + ": " + text);
        }
    }

    private static String right(String text, Column column) {
        int width = GAP + Math.max(column.head().length(), 7);
        return " ".repeat(Math.max(1, width - text.length())) + text;
    }
}
