package org.banip.measure.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Numbers;
import org.banip.measure.report.plot.RowPlot;
import org.banip.measure.report.plot.RowPlot.Entry;

/** Shows the savings of compression on channels that have a sensor, by kind of sensor and length of packets. */
final class StudySection implements Section {
    private static final double PERCENT = 100;
    private static final String USUAL = "0.5 s";
    private static final String ALL = "all waveforms";

    @Override
    public List<String> tables() {
        return List.of("study-means");
    }

    @Override
    public String title() {
        return "Compression by kind of sensor";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        Table means = tables.get("study-means");
        if (means == null) {
            return;
        }
        Table usable = means.with("reduction", "significantReduction");
        FigureView.write(
                out,
                "Significant reduction by kind of sensor.",
                "On channels that have a sensor, in packets of half a second; mean over recordings, unweighted. A dot is a method.",
                byKind(usable.where(row -> row.text("packet").equals(USUAL))));
        FigureView.write(
                out,
                "Significant reduction by length of packets.",
                "Mean over all waveforms; published: deflate on the thesis's five recordings.",
                byPacket(usable.where(row -> row.text("kind").equals(ALL))));
    }

    private static RowPlot byKind(Table table) {
        List<String> methods = List.copyOf(table.by("method").keySet());
        RowPlot plot = new RowPlot("significant reduction, %").overlaid();
        table.by("kind").forEach((kind, rows) -> {
            List<Entry> dots = new ArrayList<>();
            for (Row row : rows) {
                Ink ink = Ink.ours(methods.indexOf(row.text("method")));
                dots.add(Entry.dot(row.text("method"), ink, percent(row), Numbers.text(percent(row))));
            }
            plot.add(kind + " (" + rows.get(0).text("recordings") + ")", dots);
        });
        return plot;
    }

    private static RowPlot byPacket(Table table) {
        List<String> packets = List.copyOf(table.by("packet").keySet());
        RowPlot plot = new RowPlot("significant reduction, %");
        table.by("method").forEach((method, rows) -> {
            List<Entry> bars = new ArrayList<>();
            for (Row row : rows) {
                Ink ink = Ink.ours(packets.indexOf(row.text("packet")));
                bars.add(Entry.bar(row.text("packet"), ink, percent(row), Numbers.text(percent(row))));
                row.number("published")
                        .ifPresent(value -> bars.add(Entry.bar(
                                "published, 4050 B", Ink.PUBLISHED, PERCENT * value, Numbers.text(PERCENT * value))));
            }
            plot.add(method, bars);
        });
        return plot;
    }

    private static double percent(Row row) {
        return PERCENT * row.get("significantReduction");
    }
}
