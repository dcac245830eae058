package org.banip.measure.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;

/** What the limits of the system and a JVM's log say of processes. */
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
                new LoadSettings.Servers(Product.own(), "1g", List.of(), List.of(), List.of(), 4, Optional.empty()),
                new LoadSettings.Clients(processes, 1, 100),
                false);
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
