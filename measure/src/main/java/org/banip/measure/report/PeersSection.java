package org.banip.measure.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;

/** Compares BANip with its alternatives: same link, same signal, same store. */
final class PeersSection implements Section {
    @Override
    public List<String> tables() {
        return List.of("peers");
    }

    @Override
    public String title() {
        return "Peers";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        for (Table table : tables.values()) {
            for (String link : table.by("link").keySet()) {
                over(out, link, table.where(row -> row.text("link").equals(link)));
            }
            badly(out, table);
            FigureView.write(
                    out,
                    "Processor time.",
                    "All processes together, without a link.",
                    bars(run(table, "cpu"), "cpuSecondsPerMillion", "seconds for a million sensor sets"));
        }
    }

    private static void over(Markup out, String link, Table table) {
        FigureView.write(
                out,
                "Transfer capacity over " + link + ".",
                "Bytes of sensor sets a second while there is always more to send.",
                bars(run(table, "capacity"), "bytesPerSecond", "B/s"));
        FigureView.write(
                out,
                "Latency at equal load over " + link + ".",
                "From sampling to storage: dot at the median, line to the 99th percentile.",
                latency(run(table, "load")));
        FigureView.write(
                out,
                "Bytes on the wire for each sensor set over " + link + ".",
                "At equal load; all of IP, both ways.",
                wire(run(table, "load")));
        FigureView.write(
                out,
                "After half a minute without coverage over " + link + ".",
                "Time to catch up, from the end of the outage.",
                outage(run(table, "outage")));
    }

    /** Runs without a figure, so that failures are listed, too. */
    private static void badly(Markup out, Table table) {
        List<String> runs = table.rows().stream()
                .map(PeersSection::badly)
                .filter(text -> !text.isEmpty())
                .toList();
        if (!runs.isEmpty()) {
            out.element("p", "Runs that failed or did not catch up:").open("ul");
            runs.forEach(text -> out.element("li", text));
            out.closeLine();
        }
    }

    private static String badly(Row row) {
        String name = row.text("peer") + ", " + row.text("run") + " over " + row.text("link") + ": ";
        if (!row.text("problem").isEmpty()) {
            return name + "failed: " + row.text("problem");
        }
        return row.text("run").equals("outage") && !row.hasNumbers("caughtUpSeconds") ? name + "not caught up" : "";
    }

    /** Sorted by name; results are in the order in which runs ended. */
    private static Table run(Table table, String kind) {
        return table.where(row ->
                        row.text("run").equals(kind) && row.text("problem").isEmpty())
                .sorted(Comparator.comparing(row -> row.text("peer")));
    }

    private static Ink ink(Row row) {
        return ours(row) ? Ink.FIRST : Ink.SECOND;
    }

    private static boolean ours(Row row) {
        return row.text("peer").toLowerCase(Locale.ROOT).startsWith("banip");
    }

    private static String name(Row row) {
        return ours(row) ? "BANip" : "others";
    }

    private static RowPlot bars(Table table, String column, String unit) {
        RowPlot plot = new RowPlot(unit);
        for (Row row : table.with(column).rows()) {
            double value = row.get(column);
            String inexact = row.says("exact") ? "" : "  not exact";
            plot.add(row.text("peer"), List.of(Entry.bar(name(row), ink(row), value, Numbers.text(value) + inexact)));
        }
        return plot;
    }

    private static RowPlot latency(Table table) {
        RowPlot plot = new RowPlot("latency, s").logarithmic();
        for (Row row : table.with("delayP50", "delayP99").rows()) {
            double median = row.get("delayP50");
            double high = Math.max(median, row.get("delayP99"));
            if (median > 0) {
                String text = Numbers.text(median);
                plot.add(row.text("peer"), List.of(Entry.range(name(row), ink(row), median, median, high, text)));
            }
        }
        return plot;
    }

    private static RowPlot wire(Table table) {
        RowPlot plot = new RowPlot("bytes for each sensor set");
        for (Row row : table.with("bytesUpPerSet", "bytesDownPerSet").rows()) {
            List<Entry> bars = new ArrayList<>();
            bars.add(Entry.bar("up", Ink.FIRST, row.get("bytesUpPerSet"), Numbers.text(row.get("bytesUpPerSet"))));
            bars.add(
                    Entry.bar("down", Ink.THIRD, row.get("bytesDownPerSet"), Numbers.text(row.get("bytesDownPerSet"))));
            plot.add(row.text("peer"), bars);
        }
        return plot;
    }

    private static RowPlot outage(Table table) {
        RowPlot plot = new RowPlot("seconds until no more than 2 s behind");
        for (Row row : table.with("caughtUpSeconds").rows()) {
            String text = Numbers.text(row.get("caughtUpSeconds")) + "  lost " + row.text("lost") + ", doubled "
                    + row.text("doubled");
            plot.add(row.text("peer"), List.of(Entry.bar(name(row), ink(row), row.get("caughtUpSeconds"), text)));
        }
        return plot;
    }
}
