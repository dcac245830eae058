package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SamplingGridTest {
    private static final long TEN_YEARS = 315_360_000_000_000_000L;

    @Test
    void unitAtOrAfterIsTheFirstOne() {
        for (long seed = 1; seed <= 2000; seed++) {
            Random random = new Random(seed);
            long denominator = 1L + random.nextInt(random.nextBoolean() ? 3 : 100_000);
            long numerator = 1L + random.nextInt((int) Math.min(10_000_000, 9_000_000_000L / denominator));
            Frequency frequency = new Frequency(numerator, denominator);
            long nanos = (long) (random.nextDouble() * (random.nextBoolean() ? 5_000_000_000L : TEN_YEARS));
            long unit = frequency.unitAtOrAfter(nanos);
            String what = "seed " + seed + ": unit " + unit + " at or after " + nanos + " ns at " + frequency + " Hz";
            assertThat(frequency.nanosOfUnit(unit)).as(what).isGreaterThanOrEqualTo(nanos);
            if (unit > 0) {
                assertThat(frequency.nanosOfUnit(unit - 1)).as(what).isLessThan(nanos);
            }
            assertThat(frequency.unitAtOrAfter(frequency.nanosOfUnit(unit)))
                    .as(what)
                    .isEqualTo(unit);
        }
    }
}
