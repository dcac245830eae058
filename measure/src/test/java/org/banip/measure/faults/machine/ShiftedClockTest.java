package org.banip.measure.faults.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process whose time of day is another one. */
class ShiftedClockTest {
    private static final Duration NEARLY = Duration.ofMinutes(10);

    @TempDir
    private Path directory;

    @BeforeEach
    void needsACompiler() {
        assumeThat(ShiftedClock.missing()).as("what is missing").isEmpty();
    }

    private static Instant timeIn(ShiftedClock clock) throws Exception {
        ProcessBuilder date = new ProcessBuilder("date", "+%s");
        clock.setIn(date.environment());
        Process process = date.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(process.waitFor()).isZero();
        return Instant.ofEpochSecond(Long.parseLong(said.strip()));
    }

    @Test
    void jumpsOnAndBack() throws Exception {
        ShiftedClock clock = ShiftedClock.create(ShiftedClock.build(directory), directory.resolve("shift"));
        assertThat(timeIn(clock))
                .isBetween(Instant.now().minus(NEARLY), Instant.now().plus(NEARLY));
        clock.jump(Duration.ofDays(2).toNanos());
        Instant ahead = Instant.now().plus(Duration.ofDays(2));
        assertThat(timeIn(clock)).isBetween(ahead.minus(NEARLY), ahead.plus(NEARLY));
        clock.jump(Duration.ofDays(-3).toNanos());
        Instant behind = Instant.now().minus(Duration.ofDays(1));
        assertThat(timeIn(clock)).isBetween(behind.minus(NEARLY), behind.plus(NEARLY));
        assertThat(clock.nanos()).isEqualTo(Duration.ofDays(-1).toNanos());
    }
}
