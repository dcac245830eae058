package org.banip.app.ecg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OscillationTest {
    @Test
    void isASineInEveryEighthOfATurn() {
        Oscillation oscillation = new Oscillation(0.25, 0.1);
        for (int i = -1000; i < 1000; i++) {
            double seconds = i / 37.0;
            assertThat(oscillation.at(seconds))
                    .isCloseTo(Math.sin(2 * Math.PI * (0.25 * seconds + 0.1)), within(1e-12));
        }
    }

    @Test
    void isExactAtQuarters() {
        Oscillation oscillation = new Oscillation(1, 0);
        assertThat(oscillation.at(0)).isEqualTo(0);
        assertThat(oscillation.at(0.25)).isEqualTo(1);
        assertThat(oscillation.at(1_000_000.75)).isEqualTo(-1);
    }
}
