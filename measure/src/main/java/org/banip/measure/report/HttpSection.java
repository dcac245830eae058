package org.banip.measure.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;

/** The study of HTTP versions: speed-up of page loads over HTTP/1.1, and delay of alarms, with intervals of 90 %. */
final class HttpSection implements Section {
    private static final double MILLIS = 1000;
    private static final String BASELINE = "http1";
    private static final List<String> PROTOCOLS = List.of(BASELINE, "http2", "http3-1rtt", "http3-0rtt");

    @Override
    public List<String> tables() {
        return List.of("http");
    }

    @Override
    public String title() {
        return "HTTP versions";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        for (Table table : tables.values()) {
            Table sorted = table.with("megabits", "rttMillis", "lossPercent", "seconds")
                    .sorted(Comparator.comparingDouble((Row row) -> row.get("megabits"))
                            .thenComparingDouble(row -> row.get("lossPercent"))
                            .thenComparingDouble(row -> row.get("rttMillis")));
            sorted.by("transfer").forEach((transfer, rows) -> {
                Table own = sorted.where(row -> row.text("transfer").equals(transfer));
                own.by("megabits")
                        .keySet()
                        .forEach(rate -> over(
                                out,
                                transfer,
                                rate,
                                own.where(row -> row.text("megabits").equals(rate))));
            });
        }
    }

    private static void over(Markup out, String transfer, String megabits, Table table) {
        if (transfer.startsWith("page")) {
            FigureView.write(
                    out,
                    "Speed-up of " + transfer + " over HTTP/1.1 at " + megabits + " Mbit/s.",
                    "Mean with its interval of 90 %; published: Zinner et al., 2017, who give no figures by loss.",
                    speedUps(table));
        } else {
            FigureView.write(
                    out,
                    "Delay of " + transfer + " at " + megabits + " Mbit/s.",
                    "From the request for a connection to the whole answer; mean with its interval of 90 %.",
                    delays(table));
        }
    }

    private static String name(Row row) {
        return "RTT " + row.text("rttMillis") + " ms, loss " + row.text("lossPercent") + " %";
    }

    private static Ink ink(Row row) {
        return Ink.ours(PROTOCOLS.indexOf(row.text("protocol")));
    }

    private static RowPlot speedUps(Table table) {
        RowPlot plot = new RowPlot("faster than HTTP/1.1, %");
        Table known = table.with("speedUpPercent");
        grouped(known).forEach((name, rows) -> {
            List<Entry> entries = new ArrayList<>();
            for (Row row : rows) {
                entries.add(range(row, row.get("speedUpPercent"), row.get("speedUpHalfWidth")));
                row.number("publishedSpeedUpPercent")
                        .ifPresent(percent -> entries.add(Entry.dot(
                                "published",
                                Ink.PUBLISHED,
                                percent,
                                Numbers.text(percent) + "  " + row.text("protocol"))));
            }
            plot.add(name, entries);
        });
        return plot;
    }

    private static RowPlot delays(Table table) {
        RowPlot plot = new RowPlot("delay, ms").upTo(0);
        grouped(table)
                .forEach((name, rows) -> plot.add(
                        name,
                        rows.stream()
                                .map(row ->
                                        range(row, MILLIS * row.get("seconds"), MILLIS * row.get("secondsHalfWidth")))
                                .toList()));
        return plot;
    }

    private static Map<String, List<Row>> grouped(Table table) {
        Map<String, List<Row>> grouped = new LinkedHashMap<>();
        table.rows()
                .forEach(row -> grouped.computeIfAbsent(name(row), unused -> new ArrayList<>())
                        .add(row));
        return grouped;
    }

    private static Entry range(Row row, double middle, double halfWidth) {
        double half = Double.isNaN(halfWidth) ? 0 : halfWidth;
        String text = Numbers.text(middle) + " ± " + Numbers.text(half);
        return Entry.range(row.text("protocol"), ink(row), middle - half, middle, middle + half, text);
    }
}
