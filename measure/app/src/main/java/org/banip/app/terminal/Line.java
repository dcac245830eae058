package org.banip.app.terminal;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of a block on a terminal.
 *
 * @param text without line end and without control characters
 * @param tone its colour, if colours are enabled
 */
public record Line(String text, Tone tone) {
    /** The kind of a line, which decides its colour. */
    public enum Tone {
        /** Normal text. */
        PLAIN(""),
        /** A heading. */
        STRONG("\033[1m"),
        /** A signal. */
        SIGNAL("\033[32m"),
        /** An error. */
        ALARM("\033[31m");

        private final String code;

        Tone(String code) {
            this.code = code;
        }
    }

    private static final String RESET = "\033[0m";
    private static final int INDENT = 9;

    /** A line of normal text. */
    public static Line plain(String text) {
        return new Line(text, Tone.PLAIN);
    }

    /** This line, or several if it is a text that is longer than this number of columns. Continued lines are indented. */
    List<Line> wrapped(int columns) {
        if (tone == Tone.SIGNAL || columns <= INDENT || fits(columns)) {
            return List.of(this);
        }
        int most = text.offsetByCodePoints(0, columns);
        int blank = text.lastIndexOf(' ', most);
        boolean atBlank = blank > INDENT;
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(text.substring(0, atBlank ? blank : most), tone));
        String rest = text.substring(atBlank ? blank : most).strip();
        lines.addAll(new Line(" ".repeat(INDENT) + rest, tone).wrapped(columns));
        return lines;
    }

    /** How many rows of a terminal with this number of columns it takes. */
    public int rows(int columns) {
        return wrapped(columns).size();
    }

    private boolean fits(int columns) {
        return text.codePointCount(0, text.length()) <= columns;
    }

    /** The text for a terminal with this number of columns; a picture is cut. */
    String rendered(int columns, boolean coloured) {
        String cut = fits(columns) ? text : text.substring(0, text.offsetByCodePoints(0, columns));
        return coloured && tone != Tone.PLAIN ? tone.code + cut + RESET : cut;
    }
}
