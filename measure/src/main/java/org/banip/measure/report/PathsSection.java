package org.banip.measure.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;

/** Several paths: the means of each scenario by transport, the published figure beside each, and runs that were not exact. */
final class PathsSection implements Section {
    private static final String MEANS = "paths-means";
    private static final String RUNS = "paths";
    private static final List<String> TRANSPORTS =
            List.of("banip", "banip-http3", "banip-single", "mptcp", "tcp", "sctp", "mpquic");

    @Override
    public List<String> tables() {
        return List.of(MEANS, RUNS);
    }

    @Override
    public String title() {
        return "Several paths";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        Optional.ofNullable(tables.get(MEANS)).ifPresent(means -> means(out, means.with("value")));
        Optional.ofNullable(tables.get(RUNS)).ifPresent(runs -> badly(out, runs));
    }

    private static void means(Markup out, Table means) {
        for (String scenario : means.by("scenario").keySet()) {
            Table own = means.where(row -> row.text("scenario").equals(scenario));
            String indicator = own.rows().get(0).text("indicator");
            FigureView.write(
                    out,
                    "Scenario " + scenario + ": " + indicator + ".",
                    "Mean of all runs; BANip over all paths and over one, MPTCP and TCP of the kernel, SCTP and MPQUIC if"
                            + " their programs were there. A published figure stands in grey.",
                    bars(own, indicator));
        }
    }

    private static RowPlot bars(Table table, String unit) {
        RowPlot plot = new RowPlot(unit);
        for (Row row : table.rows()) {
            String transport = row.text("transport");
            double value = row.get("value");
            List<Entry> entries = new ArrayList<>();
            entries.add(Entry.bar(transport, Ink.ours(TRANSPORTS.indexOf(transport)), value, Numbers.text(value)));
            row.number("published")
                    .ifPresent(published -> entries.add(Entry.dot(
                            "published",
                            Ink.PUBLISHED,
                            published,
                            Numbers.text(published) + "  " + row.text("publishedFor"))));
            plot.add(row.text("group") + ", " + transport, entries);
        }
        return plot;
    }

    /** Runs without a figure, and those of BANip that were not exact. */
    private static void badly(Markup out, Table runs) {
        List<String> all = runs.rows().stream()
                .filter(row -> !row.text("problem").isEmpty() || !row.says("exact"))
                .map(row -> row.text("scenario") + " " + row.text("case") + ", " + row.text("transport") + ": "
                        + (row.text("problem").isEmpty() ? "not exact" : row.text("problem")))
                .toList();
        if (!all.isEmpty()) {
            out.element("p", "Runs that failed, were skipped or were not exact:")
                    .open("ul");
            all.forEach(text -> out.element("li", text));
            out.closeLine();
        }
    }
}
