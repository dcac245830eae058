package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** A misspelt group in the operator's file switches watching off: log and health say so. */
class IdleDetectorsTest extends DetectingHost {
    private static final String SAID =
            "detector hr watches nothing now: no connected BAN has a group 'ecq' (connected: ecg, temperature; is 'ecg' meant?)";

    private final TestClock clock = new TestClock();
    private final AtomicReference<AlertRules> rules = new AtomicReference<>(of("ecq"));

    private static AlertRules of(String group) {
        return AlertRules.parse(
                json("{\"name\":\"hr\",\"kind\":\"threshold\",\"group\":\"" + group
                        + "\",\"channel\":\"MLII\",\"above\":2}"),
                "test");
    }

    private static String problem(RunningHost host) {
        return host.host().detectorProblem().orElse("");
    }

    private static List<String> said(HeardLog log) {
        return log.messages().stream()
                .filter(line -> line.contains("watches nothing"))
                .toList();
    }

    @Test
    void logAndHealthNameADetectorWhoseGroupNoConnectedBanHas() throws Exception {
        try (HeardLog log = new HeardLog();
                RunningHost host = RunningHost.over(
                        store(), with -> with.detectors(rules::get).clock(clock))) {
            clock.pass(Duration.ofMinutes(1));
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            assertThat(problem(host)).as("others may connect in a moment").isEmpty();
            clock.pass(Duration.ofSeconds(10));
            await().until(() -> problem(host).equals(SAID));
            TestMbu other = new TestMbu(
                    host.base(),
                    Map.of(),
                    "packetizer(units=4,hold=0)",
                    new BanDescription("ban-18", TestMbu.BAN.groups()));
            other.register();

            rules.set(of("ecg"));
            assertThat(problem(host)).isEmpty();
            rules.set(of("ecq"));
            await().until(() -> problem(host).equals(SAID));
            assertThat(said(log)).as("not once for each BAN").containsExactly("- " + SAID, "- " + SAID);

            mbu.delete();
            other.delete();
            await().until(() -> problem(host).isEmpty());
        }
    }

    @Test
    void aGroupThatABanAddsIsWatched() throws Exception {
        try (RunningHost host =
                RunningHost.over(store(), with -> with.detectors(rules::get).clock(clock))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            clock.pass(Duration.ofSeconds(10));
            await().until(() -> problem(host).equals(SAID));
            List<SensorGroup> groups = new ArrayList<>(TestMbu.BAN.groups());
            groups.add(SensorGroup.live(
                    "ecq", Frequency.ofHz(360), TestMbu.BAN.groups().get(0).channels()));
            TestMbu more = mbu.describing(new BanDescription("ban-17", groups));
            mbu.post(mbu.adding().toJson());
            more.post(more.adding().toJson());
            await().until(() -> problem(host).isEmpty());
        }
    }
}
