package org.banip.core.text;

/** Makes received text safe for a message or a log: short, on one line, without control characters. */
public final class Quoted {
    private static final int MAX_QUOTED = 80;

    private Quoted() {}

    /** The text in single quotes, its first 80 characters if it is longer. */
    public static String of(String text) {
        return "'" + line(text, MAX_QUOTED) + "'";
    }

    /** The text without quotes, cut to {@code maxCharacters}; {@code …} follows if it was cut. */
    public static String line(String text, int maxCharacters) {
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (int count = 0; at < text.length() && count < maxCharacters; count++) {
            int character = text.codePointAt(at);
            out.appendCodePoint(isShown(character) ? character : '?');
            at += Character.charCount(character);
        }
        return at < text.length() ? out.append('…').toString() : out.toString();
    }

    /** Whether a character can be shown. Characters that end a line, ring a bell or change the reading direction cannot. */
    private static boolean isShown(int character) {
        switch (Character.getType(character)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
            case Character.SURROGATE:
            case Character.UNASSIGNED:
                return false;
            default:
                return true;
        }
    }
}
