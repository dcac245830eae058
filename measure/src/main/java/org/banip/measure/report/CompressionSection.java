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

/** Shows how much each method saves, in the mean and by recording. */
final class CompressionSection implements Section {
    private static final double PERCENT = 100;
    private static final double NUMERICS_HZ = 1;
    private static final List<String> USUAL = List.of("0.5 s", "4050 B", "whole");

    @Override
    public List<String> tables() {
        return List.of("compression");
    }

    @Override
    public String title() {
        return "Compression";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        tables.values().forEach(table -> write(out, table.with("reduction", "hz")));
    }

    private static void write(Markup out, Table all) {
        Table waveforms = all.where(row -> row.get("hz") > NUMERICS_HZ);
        long recordings = waveforms.by("recording").size();
        FigureView.write(
                out,
                "Bytes saved by method and length of packets.",
                "Mean over " + recordings
                        + " waveforms, unweighted; payloads against sensor sets; all of it decoded and compared.",
                means(waveforms));
        FigureView.write(
                out,
                "Bytes saved by recording.",
                "At half a second a packet, or the whole for methods that need it. A dot is a method; point at it for its figure."
                        + " What has one value a second or fewer is in the rows below only.",
                recordings(waveforms));
    }

    private static RowPlot means(Table table) {
        Map<String, Ink> inks = inks(table, "packet");
        RowPlot plot = new RowPlot("reduction, %");
        table.by("method").forEach((method, rows) -> {
            Map<String, Double> mean = rows.stream()
                    .collect(Collectors.groupingBy(
                            row -> row.text("packet"),
                            LinkedHashMap::new,
                            Collectors.averagingDouble(row -> PERCENT * row.get("reduction"))));
            List<Entry> bars = new ArrayList<>();
            mean.forEach((packet, value) ->
                    bars.add(Entry.bar(packet, inks.getOrDefault(packet, Ink.FIRST), value, Numbers.text(value))));
            plot.add(method, bars);
        });
        return plot;
    }

    private static RowPlot recordings(Table table) {
        Map<String, Ink> inks = inks(table, "method");
        RowPlot plot = new RowPlot("reduction, %").overlaid();
        table.by("recording").forEach((recording, rows) -> {
            Map<String, Row> usual = new LinkedHashMap<>();
            for (String packet : USUAL) {
                rows.stream()
                        .filter(row -> row.text("packet").equals(packet))
                        .forEach(row -> usual.putIfAbsent(row.text("method"), row));
            }
            List<Entry> dots = new ArrayList<>();
            usual.forEach((method, row) -> {
                double value = PERCENT * row.get("reduction");
                dots.add(Entry.dot(method, inks.getOrDefault(method, Ink.FIRST), value, Numbers.text(value)));
            });
            plot.add(recording, dots);
        });
        return plot;
    }

    /** A colour for each text of a column. */
    private static Map<String, Ink> inks(Table table, String column) {
        List<String> names = List.copyOf(table.by(column).keySet());
        return names.stream().collect(Collectors.toMap(Function.identity(), name -> Ink.ours(names.indexOf(name))));
    }
}
