package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.alerts.finding.Severity;
import org.banip.core.packet.Packet;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Detectors on a host: what is told of what MBUs send, when, and again after a restart. */
class HostDetectorsTest extends DetectingHost {
    private static final String ABOVE =
            "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"MLII\",\"above\":2}";

    @Test
    void whatBeginsAndEndsInTheDataIsTold() throws IOException {
        try (RunningHost host = host(rules(ABOVE))) {
            Recorded viewer = new Recorded();
            host.host().subscribe("viewer", viewer);
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            send(mbu, ecg(0, LOW), ecg(1, HIGH), ecg(2, HIGH), ecg(3, LOW));
            await().untilAsserted(() ->
                    assertThat(found.lines()).containsExactly("watching ban-17", "begin high above", "end high above"));
            BanFinding begin = found.finding(0);
            assertThat(begin.ban()).isEqualTo("ban-17");
            assertThat(begin.session()).isEqualTo(mbu.session());
            assertThat(begin.by()).isEqualTo(BanFinding.By.HOST);
            assertThat(begin.finding().severity()).isEqualTo(Severity.MEDIUM);
            assertThat(begin.finding().value()).isEqualTo(2.5);
            assertThat(begin.finding().atNanos()).isEqualTo(instant(4));
            assertThat(found.finding(1).finding().atNanos()).isEqualTo(instant(12));
            assertThat(begin.line()).isEqualTo("high: MLII above begins (medium), 2.500 mV");
            await().untilAsserted(() -> assertThat(viewer.events()).contains("told " + begin.line()));

            mbu.delete();
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("unwatched deregistered"));
        }
    }

    @Test
    void whatIsFoundIsToldOnceTheDataAreStored() throws IOException {
        FaultyStore store = new FaultyStore(store());
        try (RunningHost host =
                RunningHost.over(store, with -> with.detectors(rules(ABOVE)).findings(found))) {
            Recorded viewer = new Recorded();
            host.host().subscribe("viewer", viewer);
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            store.silent(true);
            try (var wire = mbu.beginData()) {
                wire.chunk(Frames.body(2, List.of(ecg(0, HIGH))));
                await().untilAsserted(() -> assertThat(viewer.data()).hasSize(1));
                assertThat(found.lines()).containsExactly("watching ban-17");
                store.silent(false);
                await().untilAsserted(
                                () -> assertThat(found.lines()).containsExactly("watching ban-17", "begin high above"));
            }
        }
    }

    /** As if it was killed between the commit and what follows it. */
    @Test
    void whatAHostStoredWithoutTellingIsToldByTheNextOne() throws IOException {
        FaultyStore store = new FaultyStore(store());
        TestMbu mbu;
        try (RunningHost first =
                RunningHost.over(store, with -> with.detectors(rules(ABOVE)).findings(found))) {
            Recorded viewer = new Recorded();
            first.host().subscribe("viewer", viewer);
            mbu = new TestMbu(first.base());
            mbu.register();
            store.silent(true);
            try (var wire = mbu.beginData()) {
                wire.chunk(Frames.body(2, List.of(ecg(0, LOW), ecg(1, HIGH), ecg(2, LOW))));
                await().untilAsserted(() -> assertThat(viewer.data()).hasSize(3));
            }
        }
        assertThat(found.lines()).containsExactly("watching ban-17", "unwatched host-stopped");
        Found again = new Found();
        try (RunningHost second =
                RunningHost.over(store(), with -> with.detectors(rules(ABOVE)).findings(again))) {
            mbu.at(second.base()).register();
            await().untilAsserted(() -> assertThat(again.lines())
                    .containsExactly("again begin high above", "again end high above", "watching ban-17"));
            assertThat(again.finding(0).item()).isEqualTo(1);
            assertThat(again.finding(1).item()).isEqualTo(2);
        }
    }

    /** The host may have ended before anybody heard of what it found. */
    @Test
    void restartedHostTellsAgainWhatItFoundLastAndWhatHolds() throws IOException {
        TestMbu mbu;
        try (RunningHost first = host(rules(ABOVE))) {
            mbu = new TestMbu(first.base());
            mbu.register();
            send(mbu, ecg(0, HIGH), ecg(1, LOW), ecg(2, HIGH));
        }
        Found again = new Found();
        try (RunningHost second =
                RunningHost.over(store(), with -> with.detectors(rules(ABOVE)).findings(again))) {
            TestMbu back = mbu.at(second.base());
            back.register();
            send(back, ecg(3, HIGH), ecg(4, LOW));
            await().untilAsserted(() -> assertThat(again.lines())
                    .containsExactly(
                            "again begin high above",
                            "again end high above",
                            "again begin high above",
                            "watching ban-17 high",
                            "end high above"));
        }
        for (int i = 0; i < 3; i++) {
            assertThat(again.finding(i).finding()).isEqualTo(found.finding(i).finding());
        }
    }

    @Test
    void afterARestartDetectorsGetTheLastTwoMinutesAndNotAllThatIsStored() throws IOException {
        int units = 4000; // in a packet: 100 of them are 18 minutes
        TestMbu mbu;
        try (RunningHost first = host(rules(ABOVE))) {
            mbu = new TestMbu(first.base());
            mbu.register();
            Packet[] packets = new Packet[100];
            for (int i = 0; i < packets.length; i++) {
                packets[i] = ecg(i, (long) i * units, units, i == 0 || i == 99 ? HIGH : LOW);
            }
            send(mbu, packets);
        }
        Found again = new Found();
        try (RunningHost second =
                RunningHost.over(store(), with -> with.detectors(rules(ABOVE)).findings(again))) {
            mbu.at(second.base()).register();
            await().untilAsserted(() ->
                    assertThat(again.lines()).containsExactly("again begin high above", "watching ban-17 high"));
        }
    }

    @Test
    void rulesThatChangeInTheirFileHoldForSessionsThatAreThere() throws IOException {
        Path file = directory.resolve("alerts.json");
        Files.writeString(file, json(ABOVE));
        AtomicLong nanos = new AtomicLong();
        RulesFile rules = new RulesFile(file, () -> nanos.addAndGet(2_000_000_000)); // each call looks at the file
        try (RunningHost host = host(rules)) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            send(mbu, ecg(0, HIGH));
            await().untilAsserted(() -> assertThat(found.lines()).contains("begin high above"));

            Files.writeString(file, json(ABOVE.replace("high", "higher").replace(":2}", ":2.2}")));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end high above"));
            assertThat(found.finding(1).rulesChanged()).isTrue();
            send(mbu, ecg(1, HIGH));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin higher above"));

            Files.writeString(file, "{\"detectors\": 7}");
            assertThat(rules.get().names()).containsExactly("higher");
            send(mbu, ecg(2, LOW));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end higher above"));
            assertThat(found.finding(3).rulesChanged()).isFalse();
        }
    }

    @Test
    void detectorsOfGroupsThatABanDoesNotHaveOrThatDoNotFitLeaveTheOthersAlone() throws IOException {
        String missing = ABOVE.replace("ecg", "spo2").replace("\"high\"", "\"missing\"");
        String unfit = ABOVE.replace("MLII", "V9").replace("\"high\"", "\"unfit\"");
        try (RunningHost host = host(rules(missing, unfit, ABOVE, unfit.replace("\"unfit\"", "\"other\"")));
                HeardLog log = new HeardLog()) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            send(mbu, ecg(0, HIGH));
            await().untilAsserted(
                            () -> assertThat(found.lines()).containsExactly("watching ban-17", "begin high above"));
            assertThat(log.messages())
                    .anySatisfy(line -> assertThat(line)
                            .contains("BAN ban-17: 2 detectors do not fit: ", "[1] 'unfit'", "; ", "[3] 'other'"));
        }
    }
}
