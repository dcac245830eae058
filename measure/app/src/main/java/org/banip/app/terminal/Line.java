package org.banip.app.terminal;

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

    /** Says that a line goes on. */
    private static final String CUT = Terminal.showsUnicode() ? "…" : ">";

    private static final String RESET = "\033[0m";

    /** A line of normal text. */
    public static Line plain(String text) {
        return new Line(text, Tone.PLAIN);
    }

    /** The text for a terminal with this number of columns. */
    String rendered(int columns, boolean coloured) {
        int characters = text.codePointCount(0, text.length());
        String cut = characters <= columns ? text : cut(columns);
        return coloured && tone != Tone.PLAIN ? tone.code + cut + RESET : cut;
    }

    /** A text that goes on says so; a picture does not need to. */
    private String cut(int columns) {
        boolean marked = tone != Tone.SIGNAL && columns > 0;
        String part = text.substring(0, text.offsetByCodePoints(0, marked ? columns - 1 : columns));
        return marked ? part + CUT : part;
    }
}
