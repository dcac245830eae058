package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.alert.Alert;
import org.banip.surrogate.alert.Alerting;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The silence of BANs whose MBU is gone. Sessions expire 75 s after their last frame here, and the detector finds a silence of 5 minutes. */
class AbsentBansTest {
    private static final AlertRules RULES = AlertRules.parse(
            "{\"detectors\":[{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":300000}]}",
            "test");
    private static final Duration SOME_SECONDS = Duration.ofSeconds(5);

    @TempDir
    private Path directory;

    private final TestClock clock = new TestClock();
    private final Found found = new Found();

    @Test
    void silenceIsToldOnceAfterTheSessionHasExpired() throws IOException {
        try (RunningHost host = host(found)) {
            TestMbu mbu = expired(host, found);
            TestMbu marker = expired(host, found, "ban-18");
            passUntil("again begin quiet silent");
            BanFinding silent = found.finding(0);
            assertThat(silent.ban()).isEqualTo("ban-17");
            assertThat(silent.session()).isEqualTo(mbu.session());
            assertThat(silent.by()).isEqualTo(BanFinding.By.HOST);
            assertThat(silent.item()).isEqualTo(0);
            assertThat(silent.finding().sinceNanos()).isEqualTo(instant(TestMbu.UNITS - 1));
            assertThat(silent.finding().atNanos()).isEqualTo(instant(TestMbu.UNITS - 1) + 300_000_000_000L);
            assertThat(silent.finding().value()).isEqualTo(300);
            awaitSilent(marker, 2);
            assertThat(found.lines()).filteredOn(line -> line.contains("quiet")).hasSize(2);
        }
    }

    @Test
    void aSessionThatWasDeregisteredAndAGroupThatWasRetiredAreNotSilent() throws IOException {
        try (RunningHost host = host(found)) {
            TestMbu ended = mbu(host, "ban-1");
            ended.register();
            send(ended, ecg(0));
            assertThat(ended.delete().status()).isEqualTo(204);
            TestMbu retired = mbu(host, "ban-2");
            retired.register();
            send(retired, ecg(0), new Gap(0, 1, 1, TestMbu.ORIGIN, TestMbu.UNITS, 1, Gap.Reason.RETIRED));
            awaitSilent(expired(host, found, "ban-3"), 1);
        }
        // Nor are they for the next host.
        Found again = new Found();
        RunningHost next = host(again);
        try {
            await().untilAsserted(() -> {
                clock.pass(SOME_SECONDS);
                assertThat(again.lines()).containsExactly("again begin quiet silent");
            });
            assertThat(again.finding(0).ban()).isEqualTo("ban-3");
        } finally {
            next.close();
        }
    }

    @Test
    void aBanThatIsBackInTimeIsNotAbsent() throws IOException {
        try (RunningHost host = host(found)) {
            TestMbu resumed = expired(host, found, "ban-1");
            TestMbu renewed = expired(host, found, "ban-2");
            TestMbu other = mbu(host, "ban-2");
            assertThat(other.session()).isNotEqualTo(renewed.session());
            resumed.register();
            other.register();
            assertThat(resumed.delete().status()).isEqualTo(204);
            assertThat(other.delete().status()).isEqualTo(204);
            awaitSilent(expired(host, found, "ban-3"), 1);
        }
    }

    /** The second host was not there when the session expired, or when its host was killed. */
    @Test
    void aHostThatStartsFindsWhatAnotherOneLeft() throws IOException {
        TestMbu expired;
        TestMbu left;
        try (RunningHost host = host(found)) {
            expired = expired(host, found, "ban-1");
            left = mbu(host, "ban-2");
            left.register();
            send(left, ecg(0));
        }
        assertThat(found.lines()).noneMatch(line -> line.contains("quiet"));
        Found again = new Found();
        RunningHost next = host(again);
        try {
            await().untilAsserted(() -> {
                clock.pass(SOME_SECONDS);
                assertThat(again.lines()).containsExactly("again begin quiet silent", "again begin quiet silent");
            });
        } finally {
            next.close();
        }
        assertThat(List.of(again.finding(0).session(), again.finding(1).session()))
                .containsExactlyInAnyOrder(expired.session(), left.session());
    }

    @Test
    void itsAlertIsRaisedOnceAlsoByTheNextHostAndEndsWhenANewSessionDelivers() throws IOException {
        TestMbu gone;
        try (RunningHost host = alertingHost(found)) {
            gone = expired(host, found);
            passUntil("again begin quiet silent");
            await().until(() -> alerts(host).open().size() == 1);
        }
        Found again = new Found();
        try (RunningHost host = alertingHost(again)) {
            await().untilAsserted(() -> {
                clock.pass(SOME_SECONDS);
                assertThat(again.lines()).contains("again begin quiet silent");
            });
            assertThat(again.finding(0)).isEqualTo(found.finding(0));
            TestMbu back = mbu(host, "ban-17");
            back.register();
            await().untilAsserted(() -> assertThat(again.lines()).contains("watching ban-17"));
            assertThat(alerts(host).open()).extracting(Alert::session).containsExactly(gone.session());
            send(back, ecg(0));
            await().until(() -> alerts(host).open().isEmpty());
            assertThat(alerts(host).statistics().steps().values()).containsOnly(0L, 1L);
        }
    }

    @Test
    void itsAlertEndsWhenTheSessionIsBackAndDelivers() throws IOException {
        try (RunningHost host = alertingHost(found)) {
            TestMbu gone = expired(host, found);
            passUntil("again begin quiet silent");
            await().until(() -> alerts(host).open().size() == 1);
            gone.register();
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("watching ban-17"));
            send(gone, ecg(1));
            await().until(() -> alerts(host).open().isEmpty());
            assertThat(found.lines()).filteredOn(line -> line.contains("quiet")).hasSize(1);
        }
    }

    /** There are no rules of the operator. */
    @Test
    void whatTheBanHasDeclaredIsWatchedTooAndItsAlertEndsWhenTheBanDelivers() throws IOException {
        try (RunningHost host = RunningHost.over(
                store(),
                with -> with.findings(found)
                        .clock(clock)
                        .alerts(AlertSettings.DEFAULT)
                        .banDetectors(1))) {
            TestMbu gone = mbu(host, "ban-17");
            declareQuiet(gone);
            send(gone, ecg(0));
            clock.pass(Duration.ofSeconds(76));
            await().untilAsserted(() -> {
                clock.pass(Duration.ofMillis(500));
                assertThat(expirations(found)).isEqualTo(1);
            });
            passUntil("again begin quiet silent");
            assertThat(found.finding(0).by()).isEqualTo(BanFinding.By.BAN);
            assertThat(found.finding(0).session()).isEqualTo(gone.session());
            await().until(() -> alerts(host).open().size() == 1);
            TestMbu back = mbu(host, "ban-17");
            declareQuiet(back);
            await().untilAsserted(() -> assertThat(found.lines())
                    .filteredOn("watching ban-17"::equals)
                    .hasSize(4));
            assertThat(alerts(host).open()).extracting(Alert::session).containsExactly(gone.session());
            send(back, ecg(0));
            await().until(() -> alerts(host).open().isEmpty());
            assertThat(alerts(host).statistics().steps().values()).containsOnly(0L, 1L);
        }
    }

    /** One session expired before the host ended, one was there then; the others declare too few, or nothing any more. */
    @Test
    void theNextHostWatchesWhatTheBanHasDeclared() throws IOException {
        TestMbu expired;
        TestMbu left;
        try (RunningHost host = declaringHost(found, 1)) {
            expired = mbu(host, "ban-1");
            declareQuiet(expired);
            send(expired, ecg(0));
            clock.pass(Duration.ofSeconds(76));
            await().untilAsserted(() -> {
                clock.pass(Duration.ofMillis(500));
                assertThat(expirations(found)).isEqualTo(1);
            });
            left = mbu(host, "ban-2");
            left.register();
            declare(left, 201, quiet("quiet"), quiet("beyond-the-first"));
            send(left, ecg(0));
            TestMbu withdrawn = mbu(host, "ban-3");
            declareQuiet(withdrawn);
            withdrawn.register();
            send(withdrawn, ecg(0));
        }
        assertThat(found.lines()).noneMatch(line -> line.contains("quiet"));
        Found again = new Found();
        RunningHost next = declaringHost(again, 2);
        try {
            await().untilAsserted(() -> {
                clock.pass(SOME_SECONDS);
                assertThat(again.lines()).containsExactly("again begin quiet silent", "again begin quiet silent");
            });
        } finally {
            next.close();
        }
        assertThat(List.of(again.finding(0), again.finding(1)))
                .allSatisfy(silent -> assertThat(silent.by()).isEqualTo(BanFinding.By.BAN))
                .extracting(BanFinding::session)
                .containsExactlyInAnyOrder(expired.session(), left.session());
    }

    /** A detector of the operator's marks the time at which the BAN's own would have been told. */
    @Test
    void aHostThatRunsNoDetectorsOfBansWatchesNoneThatAnEarlierOneKept() throws IOException {
        try (RunningHost host = declaringHost(found, 1)) {
            TestMbu left = mbu(host, "ban-1");
            declare(left, 201, quiet("own"));
            send(left, ecg(0));
        }
        Found again = new Found();
        RunningHost next = host(again);
        try {
            await().untilAsserted(() -> {
                clock.pass(SOME_SECONDS);
                assertThat(again.lines()).containsExactly("again begin quiet silent");
            });
        } finally {
            next.close();
        }
    }

    private RunningHost declaringHost(Found heard, int most) {
        return RunningHost.over(
                store(), with -> with.findings(heard).clock(clock).banDetectors(most));
    }

    private static void declareQuiet(TestMbu mbu) throws IOException {
        declare(mbu, 201, quiet("quiet"));
    }

    private static String quiet(String name) {
        return "{\"name\":\"" + name + "\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":300000}";
    }

    private static void declare(TestMbu mbu, int status, String... detectors) throws IOException {
        assertThat(mbu.post(mbu.registration().toBuilder()
                                .detectors(List.of(detectors))
                                .build()
                                .toJson())
                        .status())
                .isEqualTo(status);
    }

    private static Alerting alerts(RunningHost host) {
        return host.host().alerting().orElseThrow();
    }

    private void passUntil(String line) {
        await().untilAsserted(() -> {
            clock.pass(SOME_SECONDS);
            assertThat(found.lines()).contains(line);
        });
    }

    /** Waits until this number of silences was told. The last one must be of this session. */
    private void awaitSilent(TestMbu last, int all) {
        await().untilAsserted(() -> {
            clock.pass(SOME_SECONDS);
            assertThat(found.lines()).filteredOn(line -> line.contains("quiet")).hasSize(all);
            assertThat(found.finding(all - 1).session()).isEqualTo(last.session());
        });
    }

    private TestMbu expired(RunningHost host, Found heard) throws IOException {
        return expired(host, heard, "ban-17");
    }

    /** One that has sent a packet, and nothing after it. */
    private TestMbu expired(RunningHost host, Found heard, String ban) throws IOException {
        long before = expirations(heard);
        TestMbu mbu = mbu(host, ban);
        mbu.register();
        send(mbu, ecg(0));
        clock.pass(Duration.ofSeconds(76));
        await().untilAsserted(() -> {
            clock.pass(Duration.ofMillis(500)); // the host may have been busy with it until now
            assertThat(expirations(heard)).isGreaterThan(before);
        });
        return mbu;
    }

    private static long expirations(Found heard) {
        return heard.lines().stream().filter("unwatched expired"::equals).count();
    }

    private RunningHost host(Found heard) {
        return RunningHost.over(
                store(), with -> with.detectors(() -> RULES).findings(heard).clock(clock));
    }

    private RunningHost alertingHost(Found heard) {
        return RunningHost.over(
                store(),
                with -> with.detectors(() -> RULES).findings(heard).clock(clock).alerts(AlertSettings.DEFAULT));
    }

    private JdbcStore store() {
        return JdbcStore.open(directory.resolve("store.db"));
    }

    private static TestMbu mbu(RunningHost host, String ban) {
        return new TestMbu(
                host.base(),
                Map.of(),
                "packetizer(units=" + TestMbu.UNITS + ",hold=0)",
                new BanDescription(ban, TestMbu.BAN.groups()));
    }

    private static void send(TestMbu mbu, Sequenced... items) throws IOException {
        assertThat(mbu.send(Frames.body(2, List.of(items))).status()).isEqualTo(200);
    }

    private static Packet ecg(long sequence) {
        PacketHeader header =
                new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true);
        return Packet.of(header, new byte[4 * TestMbu.UNITS]);
    }

    private static long instant(long unit) {
        return TestMbu.BAN.groups().get(0).frequency().instantNanos(TestMbu.ORIGIN, unit);
    }
}
