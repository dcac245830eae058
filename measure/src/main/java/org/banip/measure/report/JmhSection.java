package org.banip.measure.report;

import java.util.List;
import java.util.Map;
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
        for (Row row : table.rows()) {
            double value = row.get("megabytesPerSecond");
            double error = Math.min(value * 0.99, row.number("megabytesError").orElse(0));
            String text = Numbers.text(value);
            plot.add(
                    name(row),
                    List.of(Entry.range(
                            "mean and 99.9 % interval", Ink.FIRST, value - error, value, value + error, text)));
        }
        FigureView.write(out, "Speed.", "Raw samples or frame bytes a second, on one thread.", plot);
    }

    private static void allocation(Markup out, Table table) {
        RowPlot plot = new RowPlot("bytes allocated by one operation");
        for (Row row : table.rows()) {
            double value = row.get("allocatedBytes");
            plot.add(name(row), List.of(Entry.bar("allocated", Ink.FIRST, value, Numbers.text(value))));
        }
        FigureView.write(out, "Allocation.", "What JMH's gc profiler counts, normalised to one operation.", plot);
    }

    private static String name(Row row) {
        String parameters = row.text("parameters");
        return row.text("benchmark") + (parameters.isEmpty() ? "" : " " + parameters);
    }
}
