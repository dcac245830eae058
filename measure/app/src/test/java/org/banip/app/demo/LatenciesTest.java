package org.banip.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void summarisesInMillisecondsToThreeDigits() {
        Latencies latencies = new Latencies();
        for (int millis = 1; millis <= 100; millis++) {
            latencies.add(millis * 1_000_000L);
        }
        Latencies.Summary summary = latencies.summary();
        assertThat(summary.mean()).isEqualTo(50.5, Offset.offset(0.1));
        assertThat(summary.p50()).isEqualTo(50, Offset.offset(0.1));
        assertThat(summary.p99()).isEqualTo(99, Offset.offset(0.1));
        assertThat(summary.max()).isEqualTo(100, Offset.offset(0.1));
    }

    @Test
    void earlyCountsAsZeroAndNothingAsNothing() {
        Latencies latencies = new Latencies();
        assertThat(latencies.summary()).isEqualTo(new Latencies.Summary(0, 0, 0, 0));
        latencies.add(-5_000_000);
        assertThat(latencies.summary().max()).isZero();
    }
}
