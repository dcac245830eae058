package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.alerts.AlertRules;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the MBU gives up of a signal, because the group is thinned or because there is no room, is no silence of the sensor. */
class GivenUpSignalTest {
    private static final AlertRules RULES = AlertRules.parse(
            "{\"detectors\":[{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":5000}]}",
            "test");
    private static final Duration STEP = Duration.ofSeconds(4);
    private static final int STEPS = 10;

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private final Found found = new Found();

    @Test
    void silenceCountsFromTheEndOfTheLastGap() throws IOException {
        try (RunningHost host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                with -> with.detectors(() -> RULES).findings(found).clock(clock))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            send(mbu, TestMbu.packet(0, 0));
            long unit = TestMbu.UNITS;
            for (int i = 1; i <= STEPS; i++) {
                clock.pass(STEP);
                long next = unitAfter(i);
                Gap.Reason reason = i % 2 == 0 ? Gap.Reason.SPOOL_FULL : Gap.Reason.THINNED;
                send(mbu, new Gap(0, i, 1, TestMbu.ORIGIN, unit, next - unit, reason));
                unit = next;
            }
            await().untilAsserted(() -> {
                clock.pass(Duration.ofMillis(500));
                assertThat(found.lines()).contains("begin quiet silent");
            });
            assertThat(found.lines()).containsExactly("watching ban-17", "begin quiet silent");
            assertThat(found.finding(0).finding().sinceNanos())
                    .isEqualTo(TestMbu.BAN.groups().get(0).frequency().instantNanos(TestMbu.ORIGIN, unit));
        }
    }

    /** The unit that is due after this number of steps. */
    private static long unitAfter(int steps) {
        return TestMbu.BAN.groups().get(0).frequency().unitAtOrAfter(steps * STEP.toNanos()) + TestMbu.UNITS;
    }

    private static void send(TestMbu mbu, Sequenced item) throws IOException {
        assertThat(mbu.send(Frames.body(2, List.of(item))).status()).isEqualTo(200);
    }
}
