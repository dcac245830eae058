package org.banip.measure.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.measure.report.markup.Markup;

/** A table as HTML. */
final class TableView {
    private static final int MOST_ROWS = 2000;

    /** What column names say to those who know the code, said in words. */
    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("tc", "TC B/s"),
            Map.entry("hz", "Hz"),
            Map.entry("bytesIn", "bytes in"),
            Map.entry("bytesOut", "bytes out"),
            Map.entry("lateByMoreThanAMilli", "late by more than 1 ms"),
            Map.entry("lateP99Millis", "99 % late by at most, ms"),
            Map.entry("lateMaxMillis", "latest, ms"),
            Map.entry("tcpOptions", "TCP options"),
            Map.entry("tcpPayload", "TCP payload"));

    /** Longer texts take several lines. */
    private static final int ONE_LINE = 44;

    private final Table table;

    TableView(Table table) {
        this.table = table;
    }

    /** The table itself. */
    void write(Markup out, String caption) {
        List<String> columns = table.columns();
        out.open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", caption);
        out.open("table").element("caption", caption).open("thead").open("tr");
        columns.forEach(column -> out.element("th", words(column), "scope", "col", "class", css(column)));
        out.close().closeLine().open("tbody");
        Set<String> measured = columns.stream()
                .filter(column -> table.rows().stream().anyMatch(row -> row.fractional(column)))
                .collect(Collectors.toSet());
        table.rows().stream().limit(MOST_ROWS).forEach(row -> row(out, columns, measured, row));
        out.close().close().closeLine();
        if (table.rows().size() > MOST_ROWS) {
            out.element(
                    "p",
                    "The first " + MOST_ROWS + " of " + table.rows().size() + " rows; the CSV file has all of them.",
                    "class",
                    "aside");
        }
    }

    /** The table, shown when asked for. */
    void fold(Markup out, String caption) {
        out.open("details").element("summary", "Rows of " + table.name());
        write(out, caption);
        out.closeLine();
    }

    private void row(Markup out, List<String> columns, Set<String> measured, Row row) {
        out.open("tr");
        for (String column : columns) {
            String text = measured.contains(column) ? row.measured(column) : row.text(column);
            out.element("td", text, "class", css(column) + (text.length() > ONE_LINE ? " long" : ""));
        }
        out.closeLine();
    }

    private String css(String column) {
        return table.rows().stream().anyMatch(row -> row.number(column).isPresent()) ? "n" : "t";
    }

    /** {@code congestionControl}: congestion control. */
    static String words(String column) {
        return WORDS.getOrDefault(
                column,
                column.replaceAll("([a-z0-9])([A-Z])", "$1 $2")
                        .replace('-', ' ')
                        .toLowerCase(Locale.ROOT));
    }
}
