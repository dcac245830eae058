package org.banip.measure.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Key;
import org.banip.measure.report.plot.LinePlot;
import org.banip.measure.report.plot.Point;
import org.banip.measure.report.plot.Series;
import org.jspecify.annotations.Nullable;

/** What headers cost, by payload, and the bytes counted on the wire beside what the model says. */
final class OverheadSection implements Section {
    private static final double PERCENT = 100;

    @Override
    public List<String> tables() {
        return List.of("overhead", "overhead-published", "wire-model", "wire-packets", "wire");
    }

    @Override
    public String title() {
        return "Overhead";
    }

    @Override
    public void write(Markup out, Map<String, Table> tables) {
        LinePlot plot = new LinePlot("payload of one packet, bytes", "overhead, % of all bytes on the wire")
                .logAcross()
                .from(0);
        add(plot, tables.get("overhead"), "exchange", Key.Shape.LINE);
        add(plot, tables.get("wire-model"), "uplink", Key.Shape.DOTS);
        FigureView.write(
                out,
                "Overhead by payload.",
                "Lines: the thesis's model of IP, TCP and HTTP headers, both ways, with its HTTP heads of 52 and 37 bytes."
                        + " Dots: bytes counted on the emulated link, with the heads that are sent today.",
                plot);
        Table published = tables.get("overhead-published");
        if (published != null) {
            new TableView(published).write(out, "Values that the thesis gives, and what its formulas give here");
        }
        Table wire = tables.get("wire-model");
        if (wire != null) {
            WireView.means(out, wire);
        }
        Table packets = tables.get("wire-packets");
        if (packets != null) {
            WireView.packets(out, packets);
        }
    }

    private static void add(LinePlot plot, @Nullable Table table, String by, Key.Shape shape) {
        if (table == null) {
            return;
        }
        int index = 0;
        String counted = shape == Key.Shape.DOTS ? ", counted" : "";
        for (Map.Entry<String, List<Row>> one :
                table.with("payload", "overhead").by(by).entrySet()) {
            plot.add(series(one.getKey() + counted, Ink.ours(index++), shape, one.getValue()));
        }
    }

    private static Series series(String name, Ink ink, Key.Shape shape, List<Row> rows) {
        List<Point> points = new ArrayList<>();
        rows.forEach(row -> points.add(new Point(row.get("payload"), PERCENT * row.get("overhead"))));
        return new Series(name, ink, shape, points);
    }
}
