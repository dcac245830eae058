package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Processor time by what was stored in the same span. */
class CpuWindowTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void countsNothingOfWhatWasBefore() {
        CpuWindow window = CpuWindow.between(
                new CpuWindow.Look(7 * SECOND, 5 * SECOND, 1_000_000),
                new CpuWindow.Look(17 * SECOND, 8 * SECOND, 3_000_000));
        assertThat(window).isEqualTo(new CpuWindow(10, 3, 2_000_000));
        assertThat(window.perMillion()).isEqualTo(1.5);
    }

    @Test
    void withNothingStoredThereIsNoQuotient() {
        assertThat(new CpuWindow(1, 1, 0).perMillion()).isZero();
    }
}
