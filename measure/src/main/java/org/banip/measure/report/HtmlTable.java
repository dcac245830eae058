package org.banip.measure.report;

import java.util.ArrayList;
import java.util.List;
import org.banip.measure.report.markup.Markup;

/** A table in HTML: columns first, then rows of text. One thread. */
final class HtmlTable {
    /** Longer texts take several lines. */
    private static final int ONE_LINE = 44;

    /**
     * A column.
     *
     * @param number whether its cells are aligned to the right
     */
    private record Column(String name, boolean number) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a column of words. */
    HtmlTable words(String name) {
        columns.add(new Column(name, false));
        return this;
    }

    /** Adds a column of figures. */
    HtmlTable figures(String name) {
        columns.add(new Column(name, true));
        return this;
    }

    /** Adds a row with a cell for each column. */
    void row(List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells, but " + columns.size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    /** Writes the table. */
    void write(Markup out, String caption) {
        out.open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", caption);
        out.open("table").element("caption", caption).open("thead").open("tr");
        columns.forEach(column -> out.element("th", column.name(), "scope", "col", "class", css(column, "")));
        out.close().closeLine().open("tbody");
        for (List<String> row : rows) {
            out.open("tr");
            for (int i = 0; i < row.size(); i++) {
                out.element("td", row.get(i), "class", css(columns.get(i), row.get(i)));
            }
            out.closeLine();
        }
        out.close().close().closeLine();
    }

    private static String css(Column column, String text) {
        return column.number() ? "n" : text.length() > ONE_LINE ? "t long" : "t";
    }
}
