package org.banip.measure.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How busy a machine was, from the first line of {@code /proc/stat} made up. */
class MachineUseTest {
    @Test
    void idleAndWaitingTicksAreNotBusyAndGuestsAreNotCountedTwice() {
        MachineUse.Look first = MachineUse.Look.parse("cpu  100 0 100 1000 100 0 0 0 50 0");
        assertThat(first).isEqualTo(new MachineUse.Look(200, 1300));
        MachineUse.Look last = MachineUse.Look.parse("cpu  110 1 102 1070 110 3 2 2 60 0");
        assertThat(MachineUse.between(first, last, 1.5)).isEqualTo(new MachineUse(0.2, 1.5));
    }

    @Test
    void othersAreWhatARunsOwnProcessesDidNotTake() throws IOException {
        Path ticks = Path.of("/proc/stat");
        long processors = 1;
        if (Files.exists(ticks)) {
            String counts = Files.readString(ticks);
            processors = Pattern.compile("^cpu[0-9]", Pattern.MULTILINE)
                    .matcher(counts)
                    .results()
                    .count();
        }
        CpuWindow own = new CpuWindow(10, 3.0 * processors, 1, 1);
        assertThat(new MachineUse(0.5, 1).others(own)).isCloseTo(0.2, within(1e-9));
        assertThat(new MachineUse(0.2, 1).others(own)).isZero();
    }

    @Test
    void aSystemThatDoesNotTellIsNotTakenForAnIdleOne() {
        MachineUse.Look nothing = new MachineUse.Look(0, 0);
        assertThat(MachineUse.between(nothing, nothing, 1).busy()).isNegative();
        assertThat(MachineUse.NONE.others(new CpuWindow(1, 1, 1, 1))).isNegative();
    }
}
