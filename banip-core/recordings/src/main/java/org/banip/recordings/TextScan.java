package org.banip.recordings;

import org.banip.core.error.BanipException;

/**
 * Reads all rows of a text file once, before any is sent: checks that each has a number in every column, and finds how many
 * there are, the decimals of each column and the bytes its numbers need.
 */
final class TextScan {
    private final NumberRows rows;
    private final int[] scales;
    private final long[] lowest;
    private final long[] highest;
    private long count;

    private TextScan(NumberRows rows, int columns) {
        this.rows = rows;
        scales = new int[columns];
        lowest = new long[columns];
        highest = new long[columns];
    }

    /**
     * Scans the rows after this head.
     *
     * @throws BanipException {@code MALFORMED_RECORDING}
     */
    static TextScan of(TextInput input, TextHead head) {
        int columns = head.columns().size();
        TextScan scan = new TextScan(new NumberRows(input, head.delimiter(), columns), columns);
        while (scan.rows.next()) {
            for (int column = 0; column < columns; column++) {
                scan.take(column);
            }
            scan.count++;
        }
        return scan;
    }

    private void take(int column) {
        int scale = rows.scale(column);
        if (scale > scales[column]) {
            int more = scale - scales[column];
            scales[column] = scale;
            lowest[column] = DecimalReader.shifted(lowest[column], more);
            highest[column] = DecimalReader.shifted(highest[column], more);
        }
        long value = DecimalReader.shifted(rows.mantissa(column), scales[column] - scale);
        lowest[column] = Math.min(lowest[column], value);
        highest[column] = Math.max(highest[column], value);
        if (lowest[column] < Integer.MIN_VALUE || highest[column] > Integer.MAX_VALUE) {
            throw rows.malformed("column " + (column + 1) + " needs " + scales[column]
                    + " decimals for all its numbers so far; without the decimal point they must stay within "
                    + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
    }

    /** Number of rows. */
    long count() {
        return count;
    }

    /** Most decimals of a number in this column. */
    int scale(int column) {
        return scales[column];
    }

    /** Bytes that every sample of this column fits, 1 to 4. */
    int sampleBytes(int column) {
        for (int bytes = 1; bytes < Integer.BYTES; bytes++) {
            int half = 1 << (8 * bytes - 1);
            if (lowest[column] >= -half && highest[column] < half) {
                return bytes;
            }
        }
        return Integer.BYTES;
    }
}
