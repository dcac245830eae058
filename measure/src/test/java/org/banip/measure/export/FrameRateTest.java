package org.banip.measure.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;

class FrameRateTest {
    @Test
    void theFrameOfOneRateIsItsSensorSet() {
        FrameRate rate =
                FrameRate.of(List.of(Frequency.parse("0.0166666666667"))).orElseThrow();
        assertThat(rate).hasToString("0.0166666666667");
        assertThat(rate.samplesPerFrame(new Frequency(1, 60))).isEqualTo(1);
    }

    @Test
    void theFrameOfSeveralRatesHoldsAWholeNumberOfEach() {
        List<Frequency> frequencies = List.of(Frequency.ofHz(500), Frequency.parse("31.25"), Frequency.ofHz(25));
        FrameRate rate = FrameRate.of(frequencies).orElseThrow();
        assertThat(rate).hasToString("6.25");
        assertThat(frequencies.stream().map(rate::samplesPerFrame)).containsExactly(80L, 5L, 4L);
    }

    @Test
    void ratesThatHaveNoSensibleFrameInCommonHaveNone() {
        assertThat(FrameRate.of(List.of(Frequency.ofHz(1000), new Frequency(1, 60))))
                .isEmpty();
    }
}
