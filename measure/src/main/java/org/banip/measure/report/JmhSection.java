package org.banip.measure.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;

/** Shows how fast the code is, and how much it allocates. */
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
            Set<String> common = common(table);
            if (!common.isEmpty()) {
                out.element(
                        "p",
                        common.stream()
                                .map(parameter -> parameter.replaceFirst("=.*/", "="))
                                .collect(Collectors.joining(", ", "Parameters that are the same everywhere: ", ".")));
            }
            speed(out, table.with("megabytesPerSecond"), common);
            allocation(out, table.with("allocatedBytes"), common);
        });
    }

    private static void speed(Markup out, Table table, Set<String> common) {
        RowPlot plot = new RowPlot("MB/s, one thread").logarithmic();
        Map<String, Ink> inks = inks(table);
        byName(table, common).forEach((name, rows) -> {
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

    private static void allocation(Markup out, Table table, Set<String> common) {
        RowPlot plot = new RowPlot("bytes allocated by one operation");
        Map<String, Ink> inks = inks(table);
        byName(table, common).forEach((name, rows) -> {
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

    private static Map<String, List<Row>> byName(Table table, Set<String> common) {
        return table.rows().stream()
                .collect(Collectors.groupingBy(row -> name(row, common), LinkedHashMap::new, Collectors.toList()));
    }

    /** Parameters that tell no row from another. */
    private static Set<String> common(Table table) {
        Map<String, Set<String>> values = new TreeMap<>();
        for (Row row : table.rows()) {
            for (String parameter : parameters(row)) {
                values.computeIfAbsent(key(parameter), key -> new TreeSet<>()).add(parameter);
            }
        }
        return values.values().stream()
                .filter(all -> all.size() == 1)
                .flatMap(Set::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String key(String parameter) {
        return parameter.replaceFirst("=.*", "");
    }

    private static List<String> parameters(Row row) {
        return Stream.of(row.text("parameters").split(", "))
                .filter(parameter -> !parameter.isEmpty())
                .toList();
    }

    private static String name(Row row, Set<String> common) {
        String parameters = parameters(row).stream()
                .filter(parameter -> !common.contains(parameter))
                .map(parameter -> parameter.replaceFirst("^chain=", ""))
                .collect(Collectors.joining(", "));
        return (row.text("benchmark").replace("Benchmark.", ".") + " " + parameters).strip();
    }
}
