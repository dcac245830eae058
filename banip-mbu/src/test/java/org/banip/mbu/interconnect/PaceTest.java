package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BEGIN = 1_700_000_000 * SECOND;
    private static final long TARGET = 300_000_000L;
    private static final int UNDER_WAY = 1000;

    private final PathQueue path = new PathQueue();
    private final Rests rests = new Rests(TARGET);
    private final Pace pace = new Pace(path, rests, TARGET);

    @Test
    void flushesKeepHalfOfTheQueueThatIsAllowed() {
        assertThat(untilFlush(true)).isEqualTo(-TARGET / 2);
    }

    /** Only a measurement shows that the way out is shorter than was known: a flush without one would waste the rest. */
    @Test
    void aRestThatIsDueWaitsUntilTheWayOutCanBeMeasured() {
        rests.found(SECOND, 0, false, BEGIN);
        assertThat(untilFlush(false)).as("no rest yet").isEqualTo(-TARGET / 2);
        assertThat(untilFlush(true)).as("a rest").isEqualTo(TARGET);
    }

    /** Then the queue is empty, whatever the rate says. */
    @Test
    void nothingWaitsWhenNothingIsUnderWay() {
        rests.found(SECOND, 0, false, BEGIN);
        assertThat(pace.nanosUntilFlush(0, true, BEGIN)).isZero();
    }

    /** The path's queue is estimated to end just then. */
    private long untilFlush(boolean measured) {
        return pace.nanosUntilFlush(UNDER_WAY, measured, BEGIN) - path.nanos(BEGIN);
    }
}
