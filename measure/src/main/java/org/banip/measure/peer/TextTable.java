package org.banip.measure.peer;

import java.util.ArrayList;
import java.util.List;

/** A table in plain text: each column is as wide as its widest cell; the first is aligned to the left, all others to the right. One thread. */
public final class TextTable {
    private static final String BETWEEN = "  ";

    private final List<List<String>> lines = new ArrayList<>();

    /** Adds a line, which has as many cells as all others. */
    public void add(List<String> cells) {
        if (!lines.isEmpty() && cells.size() != lines.get(0).size()) {
            throw new IllegalArgumentException(
                    cells.size() + " cells, but " + lines.get(0).size() + " columns");
        }
        lines.add(List.copyOf(cells));
    }

    /** As text. */
    public List<String> toLines() {
        return lines.stream().map(this::line).toList();
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            String blank = " ".repeat(width(column) - cells.get(column).length());
            line.append(column == 0 ? cells.get(0) + blank : BETWEEN + blank + cells.get(column));
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return lines.stream()
                .mapToInt(cells -> cells.get(column).length())
                .max()
                .orElse(0);
    }
}
