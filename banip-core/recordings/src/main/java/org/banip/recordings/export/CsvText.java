package org.banip.recordings.export;

/** Text that an MBU chose, as a cell of a CSV file. */
public final class CsvText {
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private CsvText() {}

    /**
     * A cell: quoted where it must be (RFC 4180), and with an apostrophe before what a spreadsheet would take for the beginning of a formula
     * (OWASP, "CSV injection").
     */
    public static String cell(String text) {
        String inert = !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        return inert.contains(",") || inert.contains("\"") || inert.contains("\n") || inert.contains("\r")
                ? "\"" + inert.replace("\"", "\"\"") + "\""
                : inert;
    }
}
