package org.banip.measure.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Key;
import org.banip.measure.report.plot.LinePlot;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.Point;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;
import org.banip.measure.report.plot.Series;

/** Transfer capacity and latency by setting, and both over time: the thesis's plots, with ours in them. */
final class CpiSection implements Section {
    private static final String PUBLISHED = "published, 2003";
    private static final int MOST_SAW_TEETH = 12;
    private static final double DECADE = 10;
    private static final int TEETH = 20;

    @Override
    public List<String> tables() {
        return List.of("thesis", "cpi");
    }

    @Override
    public String title() {
        return "Transfer capacity and latency";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        tables.values().forEach(unsorted -> {
            Table table = unsorted.sorted(CpiSetting.ORDER);
            approximate(out, table);
            out.element("p", circumstances(table));
            Table capacity =
                    table.with("value").where(row -> row.text("indicator").equals("TC"));
            Table latency = table.with("bdlAverage", "bdlMin", "bdlMax")
                    .where(row -> row.text("indicator").equals("BDL"));
            FigureView.write(
                    out,
                    "Transfer capacity (TC) by setting.",
                    "Bytes of sensor sets a second while the sensors produce more than can be carried; the clock starts with the"
                            + " first delivery. PKT: sensor sets of 30 bytes in a packet. First window: segments that TCP sends before it hears"
                            + " of the first; 2 in 2003, 10 today.",
                    capacity(capacity));
            FigureView.write(
                    out,
                    "BAN data latency (BDL) by setting.",
                    "From the scheduled instant of sampling to delivery: lowest, average, highest.",
                    latency(latency));
            throughput(out, capacity);
            sawTeeth(out, latency);
        });
    }

    private static void approximate(Markup out, Table table) {
        long relayed =
                table.rows().stream().filter(row -> row.says("approximate")).count();
        if (relayed > 0) {
            String rows = relayed == table.rows().size()
                    ? "all rows"
                    : relayed + " of " + table.rows().size() + " rows";
            out.open("p", "class", "warning")
                    .element("strong", "Approximate:")
                    .text(" " + rows
                            + " of this section were measured over a relay on loopback, which has no TCP of its own"
                            + " on the link, no acknowledgements and no loss.")
                    .closeLine();
        }
    }

    /** What all rows have in common. */
    private static String circumstances(Table table) {
        return Stream.of("link", "congestionControl", "approximate", "realTime")
                .filter(table.columns()::contains)
                .map(column -> TableView.words(column) + ": "
                        + String.join(" or ", table.by(column).keySet()))
                .collect(Collectors.joining("; ", "", "."));
    }

    private static RowPlot capacity(Table table) {
        RowPlot plot = new RowPlot("transfer capacity, B/s");
        for (Row row : table.rows()) {
            List<Entry> bars = new ArrayList<>();
            row.number("published")
                    .ifPresent(value -> bars.add(Entry.bar(PUBLISHED, Ink.PUBLISHED, value, Numbers.text(value))));
            String factor = row.number("ratio").isPresent() ? "  (× " + Numbers.text(row.get("ratio")) + ")" : "";
            bars.add(Entry.bar("ours", Ink.FIRST, row.get("value"), Numbers.text(row.get("value")) + factor));
            plot.add(CpiSetting.name(row), bars);
        }
        return plot;
    }

    private static RowPlot latency(Table table) {
        RowPlot plot = new RowPlot("BAN data latency, s");
        for (Row row : table.rows()) {
            List<Entry> ranges = new ArrayList<>();
            if (publishedRange(row)) {
                ranges.add(range(PUBLISHED, Ink.PUBLISHED, row, "publishedMin", "published", "publishedMax"));
            }
            ranges.add(range("ours", Ink.FIRST, row, "bdlMin", "bdlAverage", "bdlMax"));
            plot.add(CpiSetting.name(row) + ", " + row.text("load"), ranges);
        }
        return plot;
    }

    private static Entry range(String name, Ink ink, Row row, String low, String middle, String high) {
        return Entry.range(name, ink, row.get(low), row.get(middle), row.get(high), Numbers.text(row.get(middle)));
    }

    private static void throughput(Markup out, Table table) {
        LinePlot plot = new LinePlot("seconds since the first delivery", "B/s delivered").from(0);
        double first = Double.POSITIVE_INFINITY;
        double last = 0;
        int index = 0;
        for (Row row : table.rows()) {
            List<Point> points = trace(table, row).throughput();
            plot.add(new Series(CpiSetting.name(row), Ink.ours(index++), Key.Shape.LINE, points));
            if (!points.isEmpty()) {
                first = Math.min(first, points.get(0).x());
                last = Math.max(last, points.get(points.size() - 1).x());
            }
        }
        boolean logarithmic = last > DECADE * first;
        FigureView.write(
                out,
                "Throughput over time.",
                "Of the runs for TC. Each point is the mean over the last " + DeliveryTrace.WINDOW_SECONDS
                        + " seconds, at a delivery; over half of a run that is so short that this is less."
                        + (logarithmic ? " The axis of time is logarithmic." : ""),
                logarithmic ? plot.logAcross() : plot);
    }

    /** Runs with a published range are shown first. If there are any, the others are hidden until the reader opens them. */
    private static void sawTeeth(Markup out, Table table) {
        Table published = table.where(CpiSection::publishedRange);
        Table others = table.where(row -> !publishedRange(row));
        published.rows().stream().limit(MOST_SAW_TEETH).forEach(row -> sawTooth(out, table, row));
        boolean fold = !published.empty() && !others.empty();
        if (fold) {
            out.open("details").element("summary", "Saw-teeth of loads of which nothing is published");
        }
        others.rows().stream().limit(MOST_SAW_TEETH).forEach(row -> sawTooth(out, table, row));
        if (fold) {
            out.closeLine();
        }
    }

    private static boolean publishedRange(Row row) {
        return row.hasNumbers("published", "publishedMin", "publishedMax");
    }

    private static void sawTooth(Markup out, Table table, Row row) {
        int sets = TEETH * (int) row.number("packetizer").orElse(1);
        LinePlot plot = new LinePlot("seconds since the first sensor set, by its scheduled instant", "latency, s")
                .low()
                .from(0);
        if (publishedRange(row)) {
            plot.band(row.get("publishedMin"), row.get("publishedMax"), PUBLISHED + ", lowest to highest")
                    .line(row.get("published"), "published average " + Numbers.text(row.get("published")));
        }
        Map<Integer, List<Point>> groups = trace(table, row).latency(sets);
        groups.forEach((group, points) -> plot.add(new Series(
                groups.size() > 1 ? "ours, group " + group : "ours", Ink.ours(group), Key.Shape.LINE, points)));
        FigureView.write(
                out,
                "Saw-tooth: " + CpiSetting.name(row) + " at " + row.text("load") + ".",
                "A packet's first sensor set waits until the packet is full. The first " + TEETH + " packets at most.",
                plot);
    }

    private static DeliveryTrace trace(Table table, Row row) {
        return table.raw(row.text("name")).map(DeliveryTrace::of).orElse(new DeliveryTrace(List.of()));
    }
}
