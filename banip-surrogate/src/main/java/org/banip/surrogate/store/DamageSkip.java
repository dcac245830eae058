package org.banip.surrogate.store;

/**
 * How far to go on after a row that cannot be read: one row, as long as no more rows than damaged pages hold are unreadable, and then in longer and
 * longer steps, because a damaged row may claim that there are any number of rows. One thread.
 */
final class DamageSkip {
    /** About the rows below a page of page numbers. */
    private static final int ROW_BY_ROW = 20_000;

    private long step = 1;
    private int failures;

    /**
     * The row after which to read on.
     *
     * @param row the row that cannot be read
     * @param progress whether rows were read since the last call
     */
    long after(long row, boolean progress) {
        if (progress) {
            failures = 0;
            step = 1;
        }
        failures++;
        if (failures > ROW_BY_ROW) {
            step = Math.min(2 * step, 1L << 40);
        }
        return row > Long.MAX_VALUE - step ? Long.MAX_VALUE : row + step - 1;
    }
}
