package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RestsTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;
    private static final long TARGET = 300 * MILLI;
    /** More than an hour, so that nothing counts from the beginning of the clock. */
    private static final long BEGIN = 10_000 * SECOND;

    private final Rests rests = new Rests(TARGET);
    private long now = BEGIN;

    @Test
    void nothingRestsBeforeTheQueueCouldBeEstimated() {
        assertThat(rests.takeNanos(now)).isZero();
        found(SECOND, 2 * TARGET, false);
        assertThat(rests.takeNanos(now)).as("the estimate is wrong").isZero();
        found(0, 10 * MILLI, true);
        assertThat(rests.takeNanos(now)).as("the path falls idle by itself").isZero();
        found(0, -10 * MILLI, false);
        assertThat(rests.takeNanos(now)).isEqualTo(TARGET);
    }

    @Test
    void aRestThatFindsAShorterWayIsFollowedByAnother() {
        found(SECOND, 0, false);
        for (int n = 0; n < 5; n++) {
            assertThat(rests.takeNanos(now)).isEqualTo(TARGET);
            found(200 * MILLI, 0, true);
        }
    }

    @Test
    void restsThatFindNothingAreShorterAndThenSeldom() {
        found(SECOND, 0, false);
        rest(TARGET);
        rest(TARGET / 2);
        assertNoRestBefore(20);
        rest(TARGET / 2);
        assertNoRestBefore(120);
        rest(TARGET / 2);
        assertNoRestBefore(120);
    }

    @Test
    void aShorterWayIsLookedForAgainWheneverOneWasFound() {
        found(SECOND, 0, false);
        rest(TARGET);
        rest(TARGET / 2);
        found(0, 0, false);
        assertThat(rests.takeNanos(now)).isZero();
        found(60 * MILLI, 0, false);
        assertThat(rests.takeNanos(now)).isEqualTo(TARGET / 2);
    }

    /** A measurement that goes before a rest is due does not put it off. */
    @Test
    void whatIsMeasuredWithoutARestIsNoRest() {
        found(SECOND, 0, false);
        assertThat(rests.isMeasured()).isFalse();
        rests.measures(false, now);
        assertThat(rests.isMeasured()).as("nothing has waited for a rest").isFalse();
        assertThat(rests.takeNanos(now)).isEqualTo(TARGET);
        rests.measures(true, now);
        assertThat(rests.isMeasured()).as("an alarm goes at once").isFalse();
        assertThat(rests.takeNanos(now)).isEqualTo(TARGET);
        rests.measures(false, now);
        assertThat(rests.isMeasured()).isTrue();
    }

    /** A path without bearers: once is enough. */
    @Test
    void aRestThatFindsTheShortestWayAgainIsTheLastForTwoMinutes() {
        found(SECOND, 0, false);
        assertThat(rests.takeNanos(now)).isEqualTo(TARGET);
        found(0, 20 * MILLI, true);
        assertNoRestBefore(120);
        assertThat(rests.takeNanos(now)).isEqualTo(TARGET / 2);
    }

    /** A rest after which the flush waits for a bearer; then a measurement that agrees with the estimate. */
    private void rest(long nanos) {
        assertThat(rests.takeNanos(now)).isEqualTo(nanos);
        found(0, 400 * MILLI, true);
        found(0, 0, false);
    }

    private void found(long shorterNanos, long error, boolean idle) {
        rests.measures(false, now);
        rests.found(shorterNanos, error, idle, now);
    }

    private void assertNoRestBefore(long seconds) {
        now += (seconds - 1) * SECOND;
        assertThat(rests.takeNanos(now)).as("no rest before %d s", seconds).isZero();
        now += SECOND;
    }
}
