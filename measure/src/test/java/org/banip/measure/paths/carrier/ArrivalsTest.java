package org.banip.measure.paths.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final long ORIGIN = 1_000_000_000_000L;
    private static final long MILLI = 1_000_000;

    @Test
    void theDistributionSaysUntilWhenAShareHadArrived() {
        Arrivals arrivals = new Arrivals(ORIGIN, Duration.ZERO);
        arrivals.add(ORIGIN + 55 * MILLI, 100);
        arrivals.add(ORIGIN + 58 * MILLI, 100);
        arrivals.add(ORIGIN + 1234 * MILLI, 700);
        arrivals.add(ORIGIN + 9000 * MILLI, 100);
        assertThat(arrivals.secondsUntil(0.1)).isCloseTo(0.06, within(1e-9));
        assertThat(arrivals.secondsUntil(0.2)).isCloseTo(0.06, within(1e-9));
        assertThat(arrivals.secondsUntil(0.21)).isCloseTo(1.24, within(1e-9));
        assertThat(arrivals.secondsUntil(0.9)).isCloseTo(1.24, within(1e-9));
        assertThat(arrivals.secondsUntil(1)).isCloseTo(9.01, within(1e-9));
        assertThat(new Arrivals(ORIGIN, Duration.ZERO).secondsUntil(0.5)).isZero();
    }

    /** A gap counts when it ends after the trouble has begun. */
    @Test
    void theLongestGapIsThatSinceTheTroubleBegan() {
        Arrivals arrivals = new Arrivals(ORIGIN, Duration.ofSeconds(2));
        arrivals.add(ORIGIN + 1500 * MILLI, 1);
        arrivals.add(ORIGIN + 1900 * MILLI, 1);
        arrivals.add(ORIGIN + 2100 * MILLI, 1);
        arrivals.add(ORIGIN + 2150 * MILLI, 1);
        assertThat(arrivals.longestGap()).isCloseTo(0.2, within(1e-9));
    }
}
