package org.banip.surrogate.store;

import java.sql.SQLException;

/**
 * Finds the next row that can be read behind rows that cannot. It tries rows at growing distances, then halves the distance between the last one that
 * failed and the first one that did not: a few tries for each damaged page. Tries are limited, because each costs an exception and a statement, and a
 * damaged row may claim that there are any number of rows; afterwards it passes over more and more rows at once. One thread.
 */
final class DamageSkip {
    /** For each reading of a log. One costs about 4 KB of short-lived memory. */
    private static final int TRIES = 4_000;

    /** A reading that fails counts as this number of tries, because it costs about as much. */
    private static final int FAILED_READING = 3;

    private static final long LONGEST_STEP = 1L << 61;

    private int tries;
    private long step = 512;

    /** Tries to read one row. */
    interface Probe {
        /** Whether the first row behind this one can be read, or there is none. */
        boolean reads(long row) throws SQLException;
    }

    /**
     * The row after which to read on, at most the last one.
     *
     * @param row reading what follows it fails
     * @param last the last row of the log
     */
    long after(long row, long last, Probe probe) throws SQLException {
        tries += FAILED_READING;
        long failed = row;
        while (failed < last - 1 && !exhausted()) {
            long from = failed;
            for (long distance = 1; distance < last - from && !exhausted(); distance *= 2) {
                if (reads(probe, from + distance)) {
                    return nearest(failed, from + distance, probe);
                }
                failed = from + distance;
            }
        }
        if (!exhausted()) {
            return last;
        }
        step = Math.min(2 * step, LONGEST_STEP);
        return failed >= last - step ? last : failed + step;
    }

    /** Whether readable rows may have been passed over since, because all tries are used. */
    boolean exhausted() {
        return tries >= TRIES;
    }

    private long nearest(long failed, long readable, Probe probe) throws SQLException {
        long below = failed;
        long above = readable;
        while (above - below > 1 && !exhausted()) {
            long middle = below + (above - below) / 2;
            if (reads(probe, middle)) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return above;
    }

    private boolean reads(Probe probe, long row) throws SQLException {
        tries++;
        try {
            return probe.reads(row);
        } catch (SQLException e) {
            if (!Dialect.isDamage(e)) {
                throw e;
            }
            return false;
        }
    }
}
