package org.banip.measure.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;

/** What the system and a JVM's log say of processes. */
class SystemCountsTest {
    private static LoadSettings settings(boolean throughBroker, int processes) {
        Duration second = Duration.ofSeconds(1);
        return new LoadSettings(
                List.of(1),
                Frequency.ofHz(4),
                100,
                0,
                new LoadSettings.Times(second, second, second, second),
                throughBroker,
                false,
                new LoadSettings.Servers(Product.own(), "1g", List.of(), List.of(), List.of(), 4),
                new LoadSettings.Clients(processes, 1, 100),
                false);
    }

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

    @Test
    void theHeapThatRemainedAndTheLongestPauseAreReadFromTheLog() {
        HeapLog log = HeapLog.parse("""
                [0.012s] Using G1
                [1.203s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(256M) 3.201ms
                [2.203s] GC(1) Concurrent Mark Cycle
                [2.303s] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 123M->45M(256M) 13.500ms
                [2.403s] GC(1) Pause Remark 46M->44M(200M) 1.100ms
                """);
        assertThat(log).isEqualTo(new HeapLog(45L << 20, 13.5));
    }

    @Test
    void whatWouldNotFitTheLimitOfOpenFilesIsRefusedWithTheNumberThatDoes() {
        assertThatCode(() -> OpenFiles.check(4_000, settings(true, 1), 20_000)).doesNotThrowAnyException();
        assertThatThrownBy(() -> OpenFiles.check(10_000, settings(false, 1), 20_000))
                .hasMessageContaining("the host needs 20250 open files, each load process needs 20250 open files")
                .hasMessageContaining("allowed are 20000 (ulimit -Hn)")
                .hasMessageContaining("at most 9875 MBUs");
        assertThatThrownBy(() -> OpenFiles.check(5_000, settings(true, 2), 20_000))
                .hasMessageContaining("5000 MBUs: the broker needs 20250 open files, allowed");
    }
}
