package org.banip.app.terminal;

/** Breaks long lines of text at blanks, so that a terminal does not break them inside words. */
public final class Wrapped {
    private Wrapped() {}

    /** The text for standard error: broken if that is a terminal, otherwise as it is. */
    public static String forStandardError(String text) {
        return Terminal.size().map(size -> at(text, size.columns())).orElse(text);
    }

    /** The text in lines of at most {@code columns} characters; a longer word has a line of its own. */
    static String at(String text, int columns) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        String between = "";
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + between.length() + word.length() > columns) {
                lines.append(System.lineSeparator()).append(word);
                column = word.length();
            } else {
                lines.append(between).append(word);
                column += between.length() + word.length();
            }
            between = " ";
        }
        return lines.toString();
    }
}
