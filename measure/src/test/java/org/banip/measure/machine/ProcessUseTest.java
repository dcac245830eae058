package org.banip.measure.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the system says of processes. */
class ProcessUseTest {
    @Test
    void processorTimeIsReadBehindAnyProgramName() {
        String stat = "7 (a) b 1 (c) S 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 9 0 4 0 0";
        assertThat(ProcessUse.cpuNanos(stat)).isEqualTo(3_000_000_000L);
    }

    @Test
    void timeOfTheJvmsCompilersIsToldApart() {
        String times = " S 1 7 7 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 9 0 4 0 0";
        assertThat(ProcessUse.compilerNanos("8 (C2 CompilerThre)" + times)).isEqualTo(3_000_000_000L);
        assertThat(ProcessUse.compilerNanos("9 (banip-host-http)" + times)).isZero();
    }

    @Test
    void ofAProcessThatHasEndedNothingIsCounted() {
        ProcessUse before = new ProcessUse(5, 5, 5, 5, 5);
        assertThat(new ProcessUse(0, 0, 0, 0, 0).since(before)).isEqualTo(new ProcessUse(0, 0, 0, 0, 0));
        assertThat(new ProcessUse(7, 6, 8, 9, 10).since(before)).isEqualTo(new ProcessUse(2, 1, 3, 4, 5));
    }
}
