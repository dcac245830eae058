package org.banip.measure.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.banip.measure.report.markup.Markup;

/** A table of results as HTML, with all measured rows. */
final class TableView {
    private static final int MOST_ROWS = 2000;

    /** Column names that need other words than their own. */
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

    private final Table table;

    TableView(Table table) {
        this.table = table;
    }

    /** Writes the table. */
    void write(Markup out, String caption) {
        List<String> columns = table.columns();
        HtmlTable html = new HtmlTable();
        for (String column : columns) {
            if (isNumeric(column)) {
                html.figures(words(column));
            } else {
                html.words(words(column));
            }
        }
        Set<String> measured = columns.stream()
                .filter(column -> table.rows().stream().anyMatch(row -> row.fractional(column)))
                .collect(Collectors.toSet());
        table.rows().stream()
                .limit(MOST_ROWS)
                .map(row -> columns.stream()
                        .map(column -> measured.contains(column) ? row.measured(column) : row.text(column))
                        .toList())
                .forEach(html::row);
        html.write(out, caption);
        if (table.rows().size() > MOST_ROWS) {
            out.element(
                    "p",
                    "The first " + MOST_ROWS + " of " + table.rows().size() + " rows; the CSV file has all of them.",
                    "class",
                    "aside");
        }
    }

    /** Writes the table folded; the reader can open it. */
    void fold(Markup out, String caption) {
        out.open("details").element("summary", "Rows of " + table.name());
        write(out, caption);
        out.closeLine();
    }

    private boolean isNumeric(String column) {
        return table.rows().stream().anyMatch(row -> row.number(column).isPresent());
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
