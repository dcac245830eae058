package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class DamageSkipTest {
    private static final long LAST = 1_000_000_000L;
    /** Rows that are tried at most in one reading, however much is damaged. */
    private static final int MOST_TRIES = 4_000;

    private final DamageSkip skip = new DamageSkip();
    private int tries;

    private long after(long row, LongPredicate damaged) throws SQLException {
        return skip.after(row, LAST, from -> {
            tries++;
            if (damaged.test(from + 1)) {
                throw Dialect.damage("damaged");
            }
            return true;
        });
    }

    @Test
    void goesOnAtTheFirstRowBehindDamageInFewTries() throws SQLException {
        for (long end : new long[] {1, 2, 3, 39, 64, 65, 20_000, 123_456_789}) {
            assertThat(after(100, row -> row <= 100 + end)).isEqualTo(100 + end);
        }
        assertThat(tries).isLessThan(8 * 60);
        assertThat(skip.exhausted()).isFalse();
    }

    @Test
    void findsTheLastRowsBehindDamage() throws SQLException {
        assertThat(after(0, row -> row < LAST - 40)).isEqualTo(LAST - 41);
        assertThat(after(0, row -> row < LAST)).isEqualTo(LAST - 1);
    }

    @Test
    void goesToTheEndIfNothingCanBeRead() throws SQLException {
        assertThat(after(100, row -> true)).isEqualTo(LAST);
        assertThat(skip.exhausted()).isFalse();
    }

    @Test
    void triesDoNotGrowWithDamage() throws SQLException {
        long row = 0;
        int places = 0;
        while (row < LAST) {
            row = after(row, next -> next / 40 % 2 == 0) + 40;
            places++;
        }
        assertThat(tries).isLessThanOrEqualTo(MOST_TRIES);
        assertThat(places).isLessThan(MOST_TRIES);
        assertThat(skip.exhausted()).isTrue();
    }

    /** As when rows come out of order: each one can be tried, but no reading comes further than to the next one. */
    @Test
    void readingsThatFailAgainAndAgainAreLimited() throws SQLException {
        long row = 0;
        int readings = 0;
        while (row < LAST) {
            row = after(row, next -> false) + 1;
            readings++;
        }
        assertThat(readings).isLessThan(MOST_TRIES / 3);
        assertThat(skip.exhausted()).isTrue();
    }

    /** A damaged row may claim any number. */
    @Test
    void anyNumberOfRowsIsPassedOverInFewSteps() throws SQLException {
        long last = Long.MAX_VALUE - 1;
        long row = 0;
        int steps = 0;
        while (row < last) {
            row = skip.after(row, last, from -> true) + 1;
            steps++;
        }
        assertThat(steps).isLessThan(MOST_TRIES / 3);
    }
}
