package org.banip.measure.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;

/** All rows for which a figure is published, with the ratio of the measured figure to the published one. */
final class PublishedView {
    private static final double LOW = 0.8;
    private static final double HIGH = 1.25;

    private final Collection<Table> tables;

    PublishedView(Collection<Table> tables) {
        this.tables = tables;
    }

    /** Empty if there is no such row. */
    Optional<String> content() {
        List<Table> published = new ArrayList<>();
        for (Table table : tables) {
            Table those = table.with("published", "ratio")
                    .where(row -> row.get("ratio") > 0)
                    .sorted(Comparator.comparing((Row row) -> row.text("indicator"))
                            .reversed()
                            .thenComparing(CpiSetting.ORDER));
            if (!those.empty()) {
                published.add(those);
            }
        }
        if (published.isEmpty()) {
            return Optional.empty();
        }
        published.sort(Comparator.comparing(table -> !table.name().startsWith("thesis"))); // stable
        Markup out = new Markup();
        out.element("p", summary(published));
        for (Table table : published) {
            FigureView.write(
                    out,
                    "Ours divided by the published figure: " + table.name() + ".",
                    "The lines are at " + LOW + " and " + HIGH + "; beyond them a ratio needs an explanation.",
                    plot(table));
        }
        return Optional.of(out.toString());
    }

    private static String summary(List<Table> tables) {
        List<Row> rows = tables.stream().flatMap(table -> table.rows().stream()).toList();
        long near = rows.stream().filter(PublishedView::near).count();
        String approximate =
                rows.stream().anyMatch(row -> row.says("approximate")) ? " Some of them are approximate." : "";
        return near + " of " + rows.size() + " figures are within " + LOW + " to " + HIGH + " of what is published."
                + approximate;
    }

    private static boolean near(Row row) {
        return row.get("ratio") >= LOW && row.get("ratio") <= HIGH;
    }

    private static RowPlot plot(Table table) {
        RowPlot plot =
                new RowPlot("ours / published").logarithmic().mark(LOW, "0.8").mark(HIGH, "1.25");
        for (Row row : table.rows()) {
            Ink ink = near(row) ? Ink.FIRST : Ink.SECOND;
            String name = near(row) ? "within 0.8 to 1.25" : "beyond";
            String text = Numbers.text(row.get("ratio"));
            plot.add(row.label(), List.of(RowPlot.Entry.dot(name, ink, row.get("ratio"), text)));
        }
        return plot;
    }
}
