package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What decoding is estimated to cost. */
class DecodingCostTest {
    private final DecodingCost cost = new DecodingCost();

    @Test
    void oneExpensivePacketCountsAmongManyCheapOnes() {
        measure(2 * DecodingCost.PACKETS, 1_000, 100);
        measure(1, 5_000_000, 1_000);
        for (int i = 0; i < DecodingCost.PACKETS; i++) {
            assertThat(cost.estimatedNanos(1_000)).isEqualTo(5_000_000);
            measure(1, 1_000, 100);
        }
        measure(2 * DecodingCost.PACKETS, 1_000, 100);
        assertThat(cost.estimatedNanos(1_000)).isEqualTo(10_000);
    }

    private void measure(int packets, long nanos, int bytes) {
        for (int i = 0; i < packets; i++) {
            cost.measured(nanos, bytes);
        }
    }
}
