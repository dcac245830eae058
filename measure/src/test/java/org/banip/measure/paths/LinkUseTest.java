package org.banip.measure.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkUseTest {
    private final LinkUse use = new LinkUse(Duration.ofMillis(100).toNanos());

    private long firstBytes;
    private long secondBytes;

    private void steps(long[]... bytes) {
        for (long[] step : bytes) {
            use.add(List.of(step[0], step[1]));
        }
    }

    /** A number of steps; in each of them the links carry these bytes. */
    private void carry(int steps, long first, long second) {
        for (int step = 0; step < steps; step++) {
            firstBytes += first;
            secondBytes += second;
            use.add(List.of(firstBytes, secondBytes));
        }
    }

    @Test
    void countsHowOftenTheMostUsedLinkChangesAndLeavesOutQuietTimes() {
        carry(20, 5000, 20);
        carry(20, 10, 20);
        carry(20, 50, 5000);
        carry(20, 20, 10);
        carry(20, 5000, 100);
        assertThat(use.switches()).isEqualTo(2);
    }

    @Test
    void whatTcpRepeatsOnADeadLinkIsNoSwitch() {
        carry(20, 5000, 20);
        for (int roundTrip = 0; roundTrip < 20; roundTrip++) {
            carry(1, 0, 5000);
            carry(1, roundTrip % 5 == 0 ? 1500 : 0, 60);
        }
        carry(20, 5000, 100);
        assertThat(use.switches()).isEqualTo(2);
    }

    @Test
    void oneLinkNeverSwitches() {
        use.add(List.of(0L));
        use.add(List.of(50_000L));
        assertThat(use.switches()).isZero();
    }

    @Test
    void countsBytesBetweenTwoInstantsUntilTheLastStep() {
        steps(new long[][] {{100, 0}, {200, 10}, {300, 30}, {400, 60}});
        assertThat(use.bytes(0)).isEqualTo(300);
        assertThat(use.bytes(1, Duration.ofMillis(100), Duration.ofMillis(200))).isEqualTo(20);
        assertThat(use.bytes(1, Duration.ofMillis(200), Duration.ofDays(1))).isEqualTo(30);
    }

    @Test
    void writesALineForEachStep(@TempDir Path directory) throws Exception {
        steps(new long[][] {{1, 2}, {3, 4}});
        use.write(directory.resolve("links.csv"));
        assertThat(Files.readAllLines(directory.resolve("links.csv"))).containsExactly("0.0,1,2", "0.1,3,4");
    }
}
