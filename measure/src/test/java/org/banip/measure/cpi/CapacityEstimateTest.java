package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class CapacityEstimateTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void isKnownAfterThreeTenthsOfTheRun() {
        CapacityEstimate estimate = new CapacityEstimate(10_000);
        estimate.delivered(SECOND, 500);
        estimate.delivered(2 * SECOND, 3_400);
        assertThat(estimate.known()).isNotDone();
        estimate.delivered(4 * SECOND, 3_500);
        assertThat(estimate.known()).isCompletedWithValue(1_000.0);
    }

    @Test
    void isKnownAtTheEndOfAShortRun() {
        CapacityEstimate estimate = new CapacityEstimate(10_000);
        estimate.measured(777);
        assertThat(estimate.known()).isCompletedWithValue(777.0);
    }

    @Test
    void aFailedRunLeavesNobodyWaiting() {
        CapacityEstimate estimate = new CapacityEstimate(10_000);
        estimate.failed(new IOException("gone"));
        assertThat(estimate.known()).isCompletedExceptionally();
    }
}
