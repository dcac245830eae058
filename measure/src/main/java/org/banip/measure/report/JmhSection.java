package org.banip.measure.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;

/** How fast the code is, and what it allocates. */
final class JmhSection implements Section {
    @Override
    public List<String> tables() {
        return List.of("jmh");
    }

    @Override
    public String title() {
        return "Speed and allocation";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        tables.values().forEach(table -> {
            speed(out, table.with("megabytesPerSecond"));
            allocation(out, table.with("allocatedBytes"));
        });
    }

    private static void speed(Markup out, Table table) {
        RowPlot plot = new RowPlot("MB/s, one thread").logarithmic();
        Map<String, Ink> inks = inks(table);
        byName(table).forEach((name, rows) -> {
            List<Entry> ranges = new ArrayList<>();
            for (Row row : rows) {
                double value = row.get("megabytesPerSecond");
                double error =
                        Math.min(value * 0.99, row.number("megabytesError").orElse(0));
                ranges.add(Entry.range(
                        "mean and 99.9 % interval" + java(row),
                        inks.getOrDefault(row.text("java"), Ink.FIRST),
                        value - error,
                        value,
                        value + error,
                        Numbers.text(value)));
            }
            plot.add(name, ranges);
        });
        FigureView.write(out, "Speed.", "Raw samples or frame bytes a second, on one thread.", plot);
    }

    private static void allocation(Markup out, Table table) {
        RowPlot plot = new RowPlot("bytes allocated by one operation");
        Map<String, Ink> inks = inks(table);
        byName(table).forEach((name, rows) -> {
            List<Entry> bars = new ArrayList<>();
            for (Row row : rows) {
                double value = row.get("allocatedBytes");
                Ink ink = inks.getOrDefault(row.text("java"), Ink.FIRST);
                bars.add(Entry.bar("allocated" + java(row), ink, value, Numbers.text(value)));
            }
            plot.add(name, bars);
        });
        FigureView.write(out, "Allocation.", "What JMH's gc profiler counts, normalised to one operation.", plot);
    }

    private static String java(Row row) {
        String java = row.text("java").replaceFirst(",.*", "");
        return java.isEmpty() ? "" : ", Java " + java;
    }

    /** A colour for each Java. */
    private static Map<String, Ink> inks(Table table) {
        List<String> javas = List.copyOf(table.by("java").keySet());
        return javas.stream().collect(Collectors.toMap(Function.identity(), java -> Ink.ours(javas.indexOf(java))));
    }

    private static Map<String, List<Row>> byName(Table table) {
        return table.rows().stream()
                .collect(Collectors.groupingBy(JmhSection::name, LinkedHashMap::new, Collectors.toList()));
    }

    private static String name(Row row) {
        String parameters = row.text("parameters");
        return row.text("benchmark").replace("Benchmark.", ".")
                + (parameters.isEmpty() ? "" : " " + parameters.replace("chain=", ""));
    }
}
