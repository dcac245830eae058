package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BEGIN = 1_700_000_000 * SECOND;
    private static final int UNDER_WAY = 1000;

    private final PathQueue path = new PathQueue();
    private final Pace pace = new Pace(path, 300_000_000L);

    /** Only a measurement shows that the way out is shorter than was known: a flush without one would waste the rest. */
    @Test
    void aRestThatIsDueWaitsUntilTheWayOutCanBeMeasured() {
        long usual = untilFlush(BEGIN, true);
        long later = BEGIN + 21 * SECOND;
        assertThat(untilFlush(later, false)).as("no rest yet").isEqualTo(usual);
        assertThat(untilFlush(later, true)).as("the queue becomes empty").isGreaterThan(usual);
        assertThat(untilFlush(later + SECOND, true)).as("still due").isGreaterThan(usual);
        pace.measures(later + SECOND);
        assertThat(untilFlush(later + SECOND, true)).as("over").isEqualTo(usual);
        assertThat(untilFlush(later + 200 * SECOND, true)).as("the next one").isGreaterThan(usual);
    }

    @Test
    void aMeasurementBeforeTheRestIsDueDoesNotPutItOff() {
        long usual = untilFlush(BEGIN, true);
        pace.measures(BEGIN + 19 * SECOND);
        assertThat(untilFlush(BEGIN + 21 * SECOND, true)).isGreaterThan(usual);
    }

    /** The path's queue is estimated to end just then. */
    private long untilFlush(long now, boolean measured) {
        return pace.nanosUntilFlush(UNDER_WAY, measured, now) - path.nanos(now);
    }
}
