package org.banip.app.terminal;

import java.util.ArrayList;
import java.util.List;

/** Traces one below the other, each with its label and newest value. */
public final class Picture {
    /** The unit of a channel whose values are shown as {@link Figures#bytes}. */
    public static final String BYTES_PER_SECOND = "B/s";

    /** The unit of a channel whose values are counts, without decimals. */
    public static final String PACKETS = "packets";

    private static final int LABEL_COLUMNS = 14;
    private static final int MOST_ROWS = 8;

    private final boolean braille;

    /** Creates a picture of braille or of plain characters. */
    public Picture(boolean braille) {
        this.braille = braille;
    }

    /** How many traces fit into this number of lines. */
    public static int drawn(int traces, int rows) {
        return Math.max(0, Math.min(traces, rows / 2));
    }

    /**
     * The first traces, as many as fit with two rows each.
     *
     * @param rows number of lines available
     */
    public List<Line> draw(List<SignalTrace> traces, int columns, int rows) {
        List<Line> lines = new ArrayList<>();
        int drawn = drawn(traces.size(), rows);
        for (int i = 0; i < drawn; i++) {
            draw(traces.get(i), columns, Math.min(MOST_ROWS, rows / drawn), lines);
        }
        return lines;
    }

    private void draw(SignalTrace trace, int columns, int rows, List<Line> lines) {
        DotCanvas canvas = new DotCanvas(columns - LABEL_COLUMNS, rows);
        trace.draw(canvas);
        for (int row = 0; row < rows; row++) {
            String beside = row == 0 ? trace.channel().label() : row == 1 ? value(trace) : "";
            lines.add(new Line(fitted(beside) + canvas.row(row, braille), Line.Tone.SIGNAL));
        }
    }

    private static String value(SignalTrace trace) {
        String unit = trace.channel().unit();
        double newest = trace.newest();
        if (Double.isNaN(newest)) {
            return Figures.value(newest) + Figures.unit(unit);
        }
        return switch (unit) {
            case BYTES_PER_SECOND -> Figures.bytes(Math.round(newest)) + "/s";
            case PACKETS -> Figures.count(Math.round(newest)) + Figures.unit(unit);
            default -> Figures.value(newest) + Figures.unit(unit);
        };
    }

    private static String fitted(String text) {
        int characters = text.codePointCount(0, text.length());
        int most = LABEL_COLUMNS - 1;
        return characters <= most
                ? text + " ".repeat(LABEL_COLUMNS - characters)
                : text.substring(0, text.offsetByCodePoints(0, most)) + " ";
    }
}
