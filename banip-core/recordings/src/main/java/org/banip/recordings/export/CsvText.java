package org.banip.recordings.export;

/** Text that an MBU chose, as a cell of a CSV file. */
public final class CsvText {
    private static final String FORMULA_STARTS = "=+-@\t\r";
    /** What separates cells or rows, for spreadsheets of any country. */
    private static final String SEPARATORS = ",;\t\"\n\r";

    private CsvText() {}

    /**
     * A cell: quoted where it must be (RFC 4180), and where a spreadsheet may take {@code ;} or a tabulator for the end of a cell; with an apostrophe
     * before what a spreadsheet would take for the beginning of a formula (OWASP, "CSV injection"). Control characters other than tabulator and line
     * end, and those that change the direction of writing, are {@code ?}.
     */
    public static String cell(String text) {
        String plain = plain(text);
        String inert = !plain.isEmpty() && FORMULA_STARTS.indexOf(plain.charAt(0)) >= 0 ? "'" + plain : plain;
        return inert.chars().anyMatch(character -> SEPARATORS.indexOf(character) >= 0)
                ? "\"" + inert.replace("\"", "\"\"") + "\""
                : inert;
    }

    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text);
        for (int i = 0; i < plain.length(); i++) {
            if (isUnseen(plain.charAt(i))) {
                plain.setCharAt(i, '?');
            }
        }
        return plain.toString();
    }

    private static boolean isUnseen(char character) {
        boolean turns = character == '\u061c'
                || character == '\u200e'
                || character == '\u200f'
                || character >= '\u2028' && character <= '\u202e'
                || character >= '\u2066' && character <= '\u2069';
        return turns || Character.isISOControl(character) && "\t\n\r".indexOf(character) < 0;
    }
}
