package org.banip.measure.cpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessClockOffsetTest {
    @Test
    void offsetBetweenTwoMeasurementsIsWithinWhatBothAllow() {
        assertThat(new ProcessClockOffset(100, 10).until(new ProcessClockOffset(100, 10)))
                .isEqualTo(new ProcessClockOffset(100, 10));
        assertThat(new ProcessClockOffset(100, 10).until(new ProcessClockOffset(140, 20)))
                .as("90 to 160")
                .isEqualTo(new ProcessClockOffset(125, 35));
        assertThat(new ProcessClockOffset(-100, 3).until(new ProcessClockOffset(-200, 4)))
                .as("-204 to -97; rounded up, so that the bound holds")
                .isEqualTo(new ProcessClockOffset(-151, 54));
    }

    @Test
    void offsetsSubtractAndTheirErrorsAdd() {
        assertThat(new ProcessClockOffset(100, 10).minus(new ProcessClockOffset(30, 2)))
                .isEqualTo(new ProcessClockOffset(70, 12));
    }
}
