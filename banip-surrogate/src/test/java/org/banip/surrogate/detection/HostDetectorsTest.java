package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.alerts.finding.Severity;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.server.log.HeardLog;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Detectors on a host: what is told of what MBUs send, when, and again after a restart. */
class HostDetectorsTest {
    private static final String ABOVE =
            "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"MLII\",\"above\":2}";
    private static final String SILENCE =
            "{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":5000}";
    private static final String STILL =
            "{\"name\":\"still\",\"kind\":\"silence\",\"group\":\"motion\",\"afterMillis\":5000}";
    /** Digital values of 0 mV and 2.5 mV. */
    private static final int LOW = 1024;

    private static final int HIGH = 1524;

    @TempDir
    private Path directory;

    private final Found found = new Found();

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
            send(mbu, ecg(1, HIGH));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin higher above"));

            Files.writeString(file, "{\"detectors\": 7}");
            assertThat(rules.get().names()).containsExactly("higher");
            send(mbu, ecg(2, LOW));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end higher above"));
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

    /** The MBU's clock and the host's are years apart here. */
    @Test
    void silenceIsToldByTheClockFromTheLastSensorSetOn() throws IOException {
        TestClock clock = new TestClock();
        clock.pass(Duration.ofDays(1000));
        try (RunningHost host = RunningHost.over(
                store(), with -> with.detectors(rules(SILENCE)).findings(found).clock(clock))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            send(mbu, ecg(0, LOW));
            clock.pass(Duration.ofSeconds(6));
            await().untilAsserted(
                            () -> assertThat(found.lines()).containsExactly("watching ban-17", "begin quiet silent"));
            assertThat(found.finding(0).finding().sinceNanos()).isEqualTo(instant(3));
            assertThat(found.finding(0).finding().value()).isEqualTo(6);
            send(mbu, ecg(1, LOW));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end quiet silent"));
        }
    }

    @Test
    void groupThatNeverSentAnythingIsSilent() throws IOException {
        TestClock clock = new TestClock();
        try (RunningHost host = RunningHost.over(
                store(), with -> with.detectors(rules(SILENCE)).findings(found).clock(clock))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            await().untilAsserted(() -> {
                clock.pass(Duration.ofMillis(500));
                assertThat(found.lines()).containsExactly("watching ban-17", "begin quiet silent");
            });
            send(mbu, ecg(0, LOW));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end quiet silent"));
        }
    }

    /** The detectors of the other group show that they were told the time. */
    @Test
    void aRetiredGroupIsNotSilent() throws IOException {
        TestClock clock = new TestClock();
        try (RunningHost host = RunningHost.over(
                store(),
                with -> with.detectors(rules(SILENCE, STILL)).findings(found).clock(clock))) {
            TestMbu mbu = withMotion(host);
            mbu.register();
            send(mbu, ecg(0, LOW), motion(0));
            clock.pass(Duration.ofSeconds(6));
            await().untilAsserted(() -> assertThat(found.lines()).contains("begin quiet silent", "begin still silent"));
            send(mbu, retirement(1), motion(1));
            await().untilAsserted(() -> assertThat(found.lines()).contains("end quiet silent", "end still silent"));
            clock.pass(Duration.ofSeconds(6));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin still silent"));
            assertThat(quiet(found)).containsExactly("begin quiet silent", "end quiet silent");

            send(mbu, ecg(2, 100_000, TestMbu.UNITS, LOW));
            assertThat(quiet(found)).hasSize(2);
            clock.pass(Duration.ofSeconds(6));
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin quiet silent"));
        }
    }

    @Test
    void aGroupThatWasRetiredBeforeARestartIsNotSilent() throws IOException {
        TestMbu mbu;
        try (RunningHost first = host(rules(SILENCE, STILL))) {
            mbu = withMotion(first);
            mbu.register();
            send(mbu, ecg(0, LOW), retirement(1));
        }
        TestClock clock = new TestClock();
        Found again = new Found();
        try (RunningHost second = RunningHost.over(
                store(),
                with -> with.detectors(rules(SILENCE, STILL)).findings(again).clock(clock))) {
            TestMbu back = mbu.at(second.base());
            back.register();
            passUntil(clock, again, "begin still silent");
            assertThat(again.lines()).containsExactly("watching ban-17", "begin still silent");
            send(back, ecg(2, 100_000, TestMbu.UNITS, LOW));
            assertThat(quiet(again)).isEmpty();
            passUntil(clock, again, "begin quiet silent");
        }
    }

    @Test
    void rulesThatComeWhileAGroupIsRetiredFindNoSilence() throws IOException {
        AlertRules none = rules(SILENCE.replace("ecg", "spo2")).get();
        AlertRules both = rules(SILENCE, STILL).get();
        AtomicReference<AlertRules> rules = new AtomicReference<>(none);
        TestClock clock = new TestClock();
        TestMbu mbu;
        try (RunningHost first = RunningHost.over(
                store(), with -> with.detectors(rules::get).findings(found).clock(clock))) {
            mbu = withMotion(first);
            mbu.register();
            send(mbu, ecg(0, LOW), retirement(1));
            rules.set(both);
            passUntil(clock, found, "begin still silent");
            assertThat(quiet(found)).isEmpty();
        }
        rules.set(none);
        Found again = new Found();
        try (RunningHost second = RunningHost.over(
                store(), with -> with.detectors(rules::get).findings(again).clock(clock))) {
            TestMbu back = mbu.at(second.base());
            back.register();
            rules.set(both);
            passUntil(clock, again, "begin still silent");
            assertThat(quiet(again)).isEmpty();
            send(back, ecg(2, LOW));
            passUntil(clock, again, "begin quiet silent");
        }
    }

    private static void passUntil(TestClock clock, Found heard, String line) {
        await().untilAsserted(() -> {
            clock.pass(Duration.ofMillis(500));
            assertThat(heard.lines()).contains(line);
        });
    }

    private static List<String> quiet(Found heard) {
        return heard.lines().stream().filter(line -> line.contains("quiet")).toList();
    }

    /** An MBU with another sampled group. */
    private static TestMbu withMotion(RunningHost host) {
        SensorGroup motion =
                SensorGroup.live("motion", Frequency.ofHz(50), List.of(new Channel("x", "g", 12, -2048, 2047, -2, 2)));
        return new TestMbu(
                host.base(),
                Map.of(),
                "packetizer(units=" + TestMbu.UNITS + ",hold=0)",
                new BanDescription("ban-17", List.of(TestMbu.BAN.groups().get(0), motion)));
    }

    private static Packet motion(long sequence) {
        PacketHeader header =
                new PacketHeader(1, sequence, TestMbu.ORIGIN, sequence * TestMbu.UNITS, TestMbu.UNITS, true);
        return Packet.of(header, new byte[2 * TestMbu.UNITS]);
    }

    /** The ECG's sensors are put away. */
    private static Gap retirement(long sequence) {
        return new Gap(0, sequence, 1, TestMbu.ORIGIN, sequence * TestMbu.UNITS, 1, Gap.Reason.RETIRED);
    }

    private JdbcStore store() {
        return JdbcStore.open(directory.resolve("store.db"));
    }

    private RunningHost host(Supplier<AlertRules> rules) {
        return RunningHost.over(store(), with -> with.detectors(rules).findings(found));
    }

    private static Supplier<AlertRules> rules(String... detectors) {
        AlertRules rules = AlertRules.parse(json(detectors), "test");
        return () -> rules;
    }

    private static String json(String... detectors) {
        return "{\"detectors\":[" + String.join(",", detectors) + "]}";
    }

    private static void send(TestMbu mbu, Sequenced... items) throws IOException {
        assertThat(mbu.send(Frames.body(2, List.of(items))).status()).isEqualTo(200);
    }

    /** A packet in which both channels have this value. */
    private static Packet ecg(long sequence, int value) {
        return ecg(sequence, sequence * TestMbu.UNITS, TestMbu.UNITS, value);
    }

    private static Packet ecg(long sequence, long firstUnit, int units, int value) {
        byte[] sets = new byte[units * 4];
        for (int at = 0; at < sets.length; at += 2) {
            sets[at] = (byte) value;
            sets[at + 1] = (byte) (value >> 8);
        }
        return Packet.of(new PacketHeader(0, sequence, TestMbu.ORIGIN, firstUnit, units, true), sets);
    }

    private static long instant(long unit) {
        return TestMbu.BAN.groups().get(0).frequency().instantNanos(TestMbu.ORIGIN, unit);
    }
}
