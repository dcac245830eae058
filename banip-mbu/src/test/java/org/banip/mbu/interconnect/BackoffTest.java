package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.banip.mbu.settings.ReconnectSettings;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void firstRetryDoesNotWaitAndTheBoundDoublesThen() {
        long seed = 5;
        Random random = new Random(seed);
        double[] sum = new double[12];
        int rounds = 2000;
        for (int round = 0; round < rounds; round++) {
            Backoff backoff = new Backoff(ReconnectSettings.DEFAULT, random);
            for (int n = 0; n < sum.length; n++) {
                long wait = backoff.nextNanos();
                double most = n == 0 ? 0 : Math.min(10 * SECOND, 0.5 * SECOND * (1L << n));
                assertThat((double) wait).as("seed %s, try %s", seed, n + 1).isBetween(0.0, most);
                sum[n] += wait;
            }
        }
        assertThat(sum[1] / rounds).isBetween(0.45 * SECOND, 0.55 * SECOND);
        assertThat(sum[4] / rounds).isBetween(3.7 * SECOND, 4.3 * SECOND);
        assertThat(sum[5] / rounds).isBetween(4.7 * SECOND, 5.3 * SECOND);
        assertThat(sum[11] / rounds).isBetween(4.7 * SECOND, 5.3 * SECOND);
    }

    @Test
    void neverOverflows() {
        Backoff backoff = new Backoff(ReconnectSettings.DEFAULT, new Random(1));
        for (int i = 0; i < 10_000; i++) {
            assertThat(backoff.nextNanos()).isBetween(0L, 10 * SECOND);
        }
    }

    @Test
    void firstRetryDoesNotWaitAfterASuccess() {
        Backoff backoff = new Backoff(ReconnectSettings.DEFAULT, new Random(1));
        backoff.nextNanos();
        backoff.nextNanos();
        backoff.reset();
        assertThat(backoff.nextNanos()).isZero();
    }

    @Test
    void refusesWaitsInTheWrongOrder() {
        assertThatThrownBy(() -> new ReconnectSettings(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReconnectSettings(Duration.ZERO, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
