package org.banip.measure.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.banip.measure.report.markup.Markup;

/** Compares the bytes counted on the link with the overhead model. */
final class WireView {
    private WireView() {}

    /** Means of all exchanges: the counted bytes, and in brackets the model's. */
    static void means(Markup out, Table table) {
        HtmlTable text = new HtmlTable().words("uplink");
        for (String name : List.of("payload, B", "exchanges", "equal but for TCP options", "packets up (model)")) {
            text.figures(name);
        }
        for (String name : List.of("bytes up (model)", "packets down (model)", "bytes down (model)", "ratio")) {
            text.figures(name);
        }
        for (Row row : table.rows()) {
            text.row(List.of(
                    row.text("uplink"),
                    row.text("payload"),
                    row.text("exchanges"),
                    row.text("equalButForOptions"),
                    mean(row, "packetsUp", 2) + model(row, "modelPacketsUp"),
                    mean(row, "bytesUp", 0) + model(row, "modelBytesUp"),
                    mean(row, "packetsDown", 2) + model(row, "modelPacketsDown"),
                    mean(row, "bytesDown", 0) + model(row, "modelBytesDown"),
                    mean(row, "bytesByModel", 3)));
        }
        text.write(out, "Counted on the emulated link, means of all exchanges; in brackets: the thesis's model");
    }

    /** With the same decimals in all rows; empty if it is not there. */
    private static String mean(Row row, String column, int decimals) {
        OptionalDouble value = row.number(column);
        return value.isPresent() ? String.format(Locale.ROOT, "%,." + decimals + "f", value.getAsDouble()) : "";
    }

    private static String model(Row row, String column) {
        return " (" + row.text(column) + ")";
    }

    /** The packets of each uplink's usual exchange. */
    static void packets(Markup out, Table table) {
        table.by("uplink").forEach((uplink, rows) -> packets(out, uplink, rows));
    }

    private static void packets(Markup out, String uplink, List<Row> rows) {
        List<String> payloads =
                rows.stream().map(row -> row.text("payload")).distinct().toList();
        HtmlTable text = new HtmlTable().words("way").words("packet").figures("headers");
        payloads.forEach(payload -> text.figures("payload " + payload));
        text.words("why not the model's");
        Map<String, List<Row>> packets = rows.stream()
                .sorted(Comparator.comparingInt(row -> order(rows, row)))
                .collect(Collectors.groupingBy(WireView::key, LinkedHashMap::new, Collectors.toList()));
        for (List<Row> alike : packets.values()) {
            Row first = alike.get(0);
            List<String> cells = new ArrayList<>(List.of(first.text("way"), first.text("packet"), headers(alike)));
            payloads.forEach(payload -> cells.add(cell(alike, payload)));
            cells.add(alike.stream()
                    .map(row -> row.text("reason"))
                    .filter(reason -> !reason.isEmpty())
                    .distinct()
                    .collect(Collectors.joining("; ")));
            text.row(cells);
        }
        text.write(
                out,
                uplink + ": the packets of the usual exchange, bytes with all headers; in brackets the model's, if they"
                        + " are others");
        out.element("p", options(rows), "class", "aside");
    }

    private static String key(Row row) {
        return row.text("way") + " " + row.text("packet");
    }

    /** As in the exchange with the most packets: some have no further segments. */
    private static int order(List<Row> rows, Row row) {
        List<Row> most = rows.stream()
                .collect(Collectors.groupingBy(one -> one.text("payload"), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .max(Comparator.comparingInt(List::size))
                .orElse(rows);
        List<String> keys = most.stream().map(WireView::key).toList();
        int at = keys.indexOf(key(row));
        return at < 0 ? keys.size() : at;
    }

    private static String headers(List<Row> alike) {
        return alike.stream()
                .filter(row -> row.get("headers") > 0)
                .map(row -> row.text("headers"))
                .findFirst()
                .orElse("–");
    }

    /** Which packets have which. */
    private static String options(List<Row> rows) {
        Map<String, List<String>> packets = rows.stream()
                .filter(row -> !row.text("tcpOptions").isEmpty())
                .collect(Collectors.groupingBy(
                        row -> row.text("tcpOptions"),
                        LinkedHashMap::new,
                        Collectors.mapping(row -> row.text("packet"), Collectors.toList())));
        return packets.entrySet().stream()
                .map(one ->
                        one.getKey() + ": " + one.getValue().stream().distinct().collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; ", "Bytes of TCP options. ", "."));
    }

    private static String cell(List<Row> alike, String payload) {
        List<Row> rows = alike.stream()
                .filter(row -> row.text("payload").equals(payload))
                .toList();
        String seen = list(rows, "bytes");
        String model = list(rows, "modelBytes");
        return seen.equals(model) ? seen : seen + " (" + model + ")";
    }

    /** {@code 7 × 576, 100}. */
    private static String list(List<Row> rows, String column) {
        Map<String, Double> counts = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.get(column) > 0)
                .forEach(row -> counts.merge(row.text(column), row.get("count"), Double::sum));
        return counts.isEmpty()
                ? "–"
                : counts.entrySet().stream()
                        .map(one ->
                                one.getValue() > 1 ? Math.round(one.getValue()) + " × " + one.getKey() : one.getKey())
                        .collect(Collectors.joining(", "));
    }
}
