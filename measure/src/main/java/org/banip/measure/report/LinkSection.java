package org.banip.measure.report;

import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Numbers;

/** How well the emulated link does what its settings say. */
final class LinkSection implements Section {
    private static final double PERCENT = 100;

    @Override
    public List<String> tables() {
        return List.of("link", "link-lateness", "probe");
    }

    @Override
    public String title() {
        return "The emulated link";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        Table link = tables.get("link");
        if (link != null) {
            accuracy(out, link);
        }
        Table lateness = tables.get("link-lateness");
        if (lateness != null) {
            new TableView(lateness).write(out, "By how much packets were handed over too late, milliseconds");
        }
        Table probe = tables.get("probe");
        if (probe != null) {
            new TableView(probe).write(out, "What plain UDP and TCP make of the link");
        }
    }

    private static void accuracy(Markup out, Table table) {
        if (table.columns().contains("exact")) {
            long exact = table.rows().stream().filter(row -> row.says("exact")).count();
            out.element(
                    "p", exact + " of " + table.rows().size() + " figures are within 2 %, 2 ms, or the very number.");
        }
        HtmlTable text =
                new HtmlTable().words("link").words("TCP").words("what").words("unit");
        text.figures("expected")
                .figures("measured")
                .figures("error")
                .figures("allowed")
                .words("exact");
        for (Row row : table.rows()) {
            boolean share = row.text("unit").equals("B/s");
            double error = row.number("error").orElse(Double.NaN);
            text.row(List.of(
                    row.text("link"),
                    row.text("congestionControl"),
                    row.text("what"),
                    row.text("unit"),
                    row.text("expected"),
                    row.text("measured"),
                    Double.isNaN(error) ? "" : share ? Numbers.text(PERCENT * error) + " %" : Numbers.text(error),
                    row.text("tolerance"),
                    row.text("exact")));
        }
        text.write(out, "What the settings say, and what was measured at the sockets");
    }
}
