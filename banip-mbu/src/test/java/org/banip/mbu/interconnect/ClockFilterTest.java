package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import org.banip.core.frame.Control;
import org.junit.jupiter.api.Test;

class ClockFilterTest {
    private final ClockFilter filter = new ClockFilter();

    @Test
    void computesOffsetAndRoundTripAsRfc5905Does() {
        // Sent at 100. Received at 1110 and answered at 1115 by a clock that is 1000 ahead. Received at 125.
        filter.add(new Control.TimeAnswer(100, 1110, 1115), 125);
        assertThat(filter.best()).contains(new ClockEstimate(1000, 20));
    }

    @Test
    void keepsTheFastestOfTheLatestEight() {
        filter.add(new Control.TimeAnswer(0, 1001, 1001), 2);
        for (int i = 1; i <= 7; i++) {
            filter.add(new Control.TimeAnswer(0, 1050, 1050), 90);
        }
        assertThat(filter.best()).contains(new ClockEstimate(1000, 2));
        filter.add(new Control.TimeAnswer(0, 1050, 1050), 90);
        assertThat(filter.best()).contains(new ClockEstimate(1005, 90));
        assertThat(filter.answers()).isEqualTo(9);
    }

    @Test
    void ignoresImpossibleAnswers() {
        filter.add(new Control.TimeAnswer(100, 0, 50), 120);
        filter.add(new Control.TimeAnswer(100, 0, 0), 90);
        assertThat(filter.best()).isEmpty();
    }
}
