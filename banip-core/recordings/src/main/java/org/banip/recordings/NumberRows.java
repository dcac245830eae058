package org.banip.recordings;

import org.banip.core.error.BanipException;

/**
 * Reads rows of decimal numbers. Allocates nothing per row. Blank lines and lines that begin with {@code #} are skipped; any
 * other must have a number in every column.
 */
final class NumberRows {
    /** The delimiter that stands for any run of spaces and tabs. */
    static final char BLANKS = ' ';

    private final TextInput input;
    private final DecimalReader decimal;
    private final int delimiter;
    private final long[] mantissas;
    private final int[] scales;

    private long line;
    private int next;

    /** Rows with this number of columns. */
    NumberRows(TextInput input, char delimiter, int columns) {
        this.input = input;
        this.delimiter = delimiter;
        decimal = new DecimalReader(input);
        mantissas = new long[columns];
        scales = new int[columns];
    }

    /** The number of this column in the current row, times ten to the power of its scale. */
    long mantissa(int column) {
        return mantissas[column];
    }

    /** Decimals of the number of this column in the current row. */
    int scale(int column) {
        return scales[column];
    }

    /** Reads the next row; false at the end of the file. */
    boolean next() {
        while (true) {
            line = input.line();
            next = input.next();
            skipBlanks();
            if (next == TextInput.END) {
                return false;
            }
            if (next == '#') {
                skipLine();
            } else if (next != '\n') {
                readRow();
                return true;
            }
        }
    }

    private void readRow() {
        int column = 0;
        readNumber(0);
        while (!isEnd()) {
            column++;
            if (next == delimiter) {
                next = input.next();
                skipBlanks();
            }
            if (column < mantissas.length) {
                readNumber(column);
            } else {
                throw malformed("more than the " + column + " columns allowed");
            }
        }
        if (column + 1 < mantissas.length) {
            throw malformed((column + 1) + " columns, allowed are " + mantissas.length);
        }
    }

    private void readNumber(int column) {
        boolean complete = decimal.read(next);
        next = decimal.next();
        boolean delimited = isEnd() || isBlank() || next == delimiter;
        if (!complete || !delimited) {
            throw malformed("no number in column " + (column + 1) + (delimited ? "" : " but " + describe(next)));
        }
        mantissas[column] = decimal.mantissa();
        scales[column] = decimal.scale();
        skipBlanks();
        if (delimiter != BLANKS && !isEnd() && next != delimiter) {
            throw malformed(describe(next) + " after the number in column " + (column + 1));
        }
    }

    private boolean isEnd() {
        return next == '\n' || next == TextInput.END;
    }

    private boolean isBlank() {
        return next == ' ' || next == '\r' || next == '\t';
    }

    private void skipBlanks() {
        while (next == BLANKS || (isBlank() && next != delimiter)) {
            next = input.next();
        }
    }

    private void skipLine() {
        while (!isEnd()) {
            next = input.next();
        }
    }

    private static String describe(int character) {
        return character > ' ' && character < 0x7f ? "'" + (char) character + "'" : "byte " + character;
    }

    /** An error in the current row. */
    BanipException malformed(String what) {
        return Malformed.recording(input.file(), "line " + line + ": " + what);
    }
}
