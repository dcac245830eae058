package org.banip.measure.report;

import java.util.List;
import java.util.Map;
import org.banip.measure.overhead.Headers;
import org.banip.measure.overhead.ModelExchange;
import org.banip.measure.overhead.OverheadModel;
import org.banip.measure.overhead.OverheadStudy;
import org.banip.measure.report.markup.Markup;
import org.banip.measure.report.plot.Ink;
import org.banip.measure.report.plot.Key;
import org.banip.measure.report.plot.LinePlot;
import org.banip.measure.report.plot.Point;
import org.banip.measure.report.plot.Series;

/** Shows the bytes of headers by payload, and compares the counted bytes with the model. */
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
        Table model = tables.get("overhead");
        Table wire = tables.get("wire-model");
        LinePlot plot = new LinePlot("payload of one packet, bytes", "overhead, % of all bytes on the wire")
                .logAcross()
                .from(0);
        if (model != null) {
            model(plot, model.with("payload", "overhead"));
        }
        if (wire != null) {
            modelOfToday(plot, wire.with("requestHead", "answer"));
            counted(plot, wire.with("payload", "overhead"));
        }
        FigureView.write(out, "Overhead by payload.", about(model != null, wire != null), plot);
        Table published = tables.get("overhead-published");
        if (published != null) {
            new TableView(published).write(out, "Values that the thesis gives, and what its formulas give here");
        }
        if (wire != null) {
            WireView.means(out, wire);
        }
        Table packets = tables.get("wire-packets");
        if (packets != null) {
            WireView.packets(out, packets);
        }
    }

    private static String about(boolean model, boolean wire) {
        String thesis = model
                ? "Lines: the thesis's model of IP, TCP and HTTP headers, both ways, with its HTTP heads of 52 and 37 bytes."
                : "";
        String today = wire
                ? " Dashes: " + (model ? "the model" : "the thesis's model of IP, TCP and HTTP headers, both ways,")
                        + " with the HTTP heads that are sent today. Dots: bytes counted on the emulated link."
                : "";
        return (thesis + today).strip();
    }

    /** With the thesis's heads. */
    private static void model(LinePlot plot, Table table) {
        int index = 0;
        for (Map.Entry<String, List<Row>> one : table.by("exchange").entrySet()) {
            plot.add(new Series(one.getKey(), Ink.ours(index++), Key.Shape.LINE, points(one.getValue())));
        }
    }

    /** With the heads that were sent. */
    private static void modelOfToday(LinePlot plot, Table table) {
        table.by("uplink").forEach((uplink, rows) -> {
            ModelExchange exchange = ModelExchange.ofUplink(uplink);
            int request = (int) rows.get(0).get("requestHead");
            int answer = (int) rows.get(0).get("answer");
            OverheadModel model = new OverheadModel(Headers.THESIS.withHttp(request, answer));
            List<Point> points = OverheadStudy.payloads()
                    .mapToObj(payload -> new Point(
                            payload, PERCENT * model.bytes(exchange, payload).overhead(payload)))
                    .toList();
            String heads = request > 0 ? ", model with heads of " + request + " and " + answer : ", model";
            plot.add(new Series(uplink + heads, ink(exchange), Key.Shape.DASHES, points));
        });
    }

    private static void counted(LinePlot plot, Table table) {
        table.by("uplink")
                .forEach((uplink, rows) -> plot.add(new Series(
                        uplink + ", counted", ink(ModelExchange.ofUplink(uplink)), Key.Shape.DOTS, points(rows))));
    }

    /** As in the model's table, which has all exchanges in this order. */
    private static Ink ink(ModelExchange exchange) {
        return Ink.ours(List.of(ModelExchange.values()).indexOf(exchange));
    }

    private static List<Point> points(List<Row> rows) {
        return rows.stream()
                .map(row -> new Point(row.get("payload"), PERCENT * row.get("overhead")))
                .toList();
    }
}
