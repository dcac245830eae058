package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeastDelayTest {
    private static final long ROUND_TRIP = 100;

    private final LeastDelay least = new LeastDelay();

    @Test
    void aDelayCountsForOneToTwoRoundTrips() {
        assertThat(least.least()).isEqualTo(Long.MAX_VALUE);
        assertThat(least.add(50, ROUND_TRIP, 1000)).isEqualTo(50);
        assertThat(least.add(7, ROUND_TRIP, 1050)).isEqualTo(7);
        assertThat(least.add(300, ROUND_TRIP, 1100)).isEqualTo(7);
        assertThat(least.add(290, ROUND_TRIP, 1110))
                .as("of the round trip before")
                .isEqualTo(7);
        assertThat(least.add(280, ROUND_TRIP, 1220)).as("a queue: all are late").isEqualTo(280);
    }

    @Test
    void afterAPauseNothingOfBeforeCounts() {
        long unused = least.add(7, ROUND_TRIP, 1000);
        assertThat(least.add(300, ROUND_TRIP, 1201)).isEqualTo(300);
    }
}
