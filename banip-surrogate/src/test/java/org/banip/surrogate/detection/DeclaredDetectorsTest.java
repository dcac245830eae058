package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.SurrogateHostBuilder;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Detectors that BANs declare when they register (docs/protocol.md, section 3.9). */
class DeclaredDetectorsTest {
    private static final String HIGH =
            "{\"name\":\"high\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"MLII\",\"above\":2}";
    private static final String LOW =
            "{\"name\":\"low\",\"kind\":\"threshold\",\"group\":\"ecg\",\"channel\":\"MLII\",\"below\":-2}";
    /** Digital values of 0 mV, 2.5 mV and -2.5 mV. */
    private static final int NONE = 1024;

    private static final int UP = 1524;
    private static final int DOWN = 524;

    @TempDir
    private Path directory;

    private final Found found = new Found();
    private long sent;

    @Test
    void aHostRunsNoneUnlessItIsSetTo() throws IOException {
        try (RunningHost host = host(with -> {})) {
            TestMbu mbu = new TestMbu(host.base());
            assertThat(declare(mbu, HIGH, "{\"name\":\"of a newer version\"}").detectors())
                    .isZero();
            send(mbu, 0, UP, NONE);
            mbu.delete();
            await().untilAsserted(() ->
                    assertThat(found.lines()).containsExactly("watching ban-17", "unwatched deregistered"));
        }
    }

    @Test
    void findingsOfTheBansRulesAreToldApartFromThoseOfTheOperator() throws IOException {
        try (RunningHost host = host(with -> with.banDetectors(3).detectors(rules(LOW)))) {
            Recorded viewer = new Recorded();
            host.host().subscribe("viewer", viewer);
            TestMbu mbu = new TestMbu(host.base());
            assertThat(declare(mbu, HIGH).detectors()).isEqualTo(1);
            send(mbu, 0, UP, DOWN);
            await().untilAsserted(() -> assertThat(found.lines()).hasSize(5));
            assertThat(found.lines())
                    .containsExactlyInAnyOrder(
                            "watching ban-17",
                            "watching ban-17",
                            "begin high above",
                            "end high above",
                            "begin low below");
            BanFinding begin = find("high");
            assertThat(begin.by()).isEqualTo(BanFinding.By.BAN);
            assertThat(begin.line()).isEqualTo("BAN: high: MLII above begins (medium), 2.500 mV");
            assertThat(find("low").by()).isEqualTo(BanFinding.By.HOST);
            await().untilAsserted(() -> assertThat(viewer.events()).contains("told " + begin.line()));
        }
    }

    @Test
    void ofMoreThanAllowedTheFirstAreRunAndNothingIsRefused() throws IOException {
        try (RunningHost host = host(with -> with.banDetectors(1))) {
            TestMbu mbu = new TestMbu(host.base());
            assertThat(declare(mbu, LOW, HIGH).detectors()).isEqualTo(1);
            send(mbu, 0, UP, DOWN);
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin low below"));
            assertThat(found.lines()).doesNotContain("begin high above");
        }
    }

    /** Others may be declared behind the ones that are run, and are checked as well. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"threshold\" | \"doom\" | detectors[1] 'high': kind 'doom' is unknown, allowed are broken, change, fall, heart-rate, lead-off, silence, threshold, trend",
                "\"above\" | \"abve\" | detectors[1] 'high': field 'abve' is unknown, allowed are above, below, channel, endingMillis, group, hysteresis, kind, lastingMillis, name, severity",
                "\"high\" | \"low\" | detectors[1] 'low': two detectors have this name",
                "MLII | V9 | detectors[1] 'high': group ecg: channel 'V9' is unknown, there are 'MLII', 'V5'",
            })
    void wrongOnesAreRefusedIfTheHostRunsAny(String from, String to, String message) throws IOException {
        try (RunningHost host = host(with -> with.banDetectors(1))) {
            TestMbu mbu = new TestMbu(host.base());
            WireAnswer answer = post(mbu, LOW, HIGH.replace(from, to));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.text()).contains("invalid-description").contains("BAN ban-17: " + message);
            assertThat(declare(mbu, LOW, HIGH.replace("\"ecg\"", "\"later\"")).detectors())
                    .isEqualTo(1);
        }
    }

    @Test
    void theOperatorsDetectorOfTheSameNameTakesThePlaceOfTheBans() throws IOException {
        AtomicReference<AlertRules> operators =
                new AtomicReference<>(rules(HIGH.replace(":2}", ":2.2}")).get());
        try (RunningHost host = host(with -> with.banDetectors(2).detectors(operators::get))) {
            TestMbu mbu = new TestMbu(host.base());
            declare(mbu, HIGH, LOW);
            send(mbu, 0, UP, DOWN);
            await().untilAsserted(() -> assertThat(found.lines()).contains("begin high above", "begin low below"));
            assertThat(find("high").by()).isEqualTo(BanFinding.By.HOST);
            assertThat(find("low").by()).isEqualTo(BanFinding.By.BAN);

            operators.set(rules(LOW).get());
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end low below"));
            send(mbu, 2, UP);
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin high above"));
            assertThat(found.finding(found.lines().size() - 3).by()).isEqualTo(BanFinding.By.BAN);
        }
    }

    @Test
    void anotherRegistrationReplacesThemAndOneThatStaysGoesOn() throws IOException {
        try (RunningHost host = host(with -> with.banDetectors(2))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            declare(mbu, HIGH, LOW);
            await().untilAsserted(() -> {
                // The rules hold within a second; until then nothing is found.
                send(mbu, sent++, UP);
                assertThat(found.lines()).contains("begin high above");
            });
            declare(mbu, LOW, HIGH);
            declare(mbu, HIGH);
            declare(mbu, LOW);
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("end high above"));
            assertThat(found.lines().stream().filter(line -> line.contains("high")))
                    .containsExactly("begin high above", "end high above");
        }
    }

    @Test
    void theyComeAgainWithTheRegistrationAtARestartedHost() throws IOException {
        TestMbu mbu;
        try (RunningHost first = host(with -> with.banDetectors(2))) {
            mbu = new TestMbu(first.base());
            declare(mbu, HIGH);
            send(mbu, 0, UP);
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin high above"));
        }
        Found again = new Found();
        try (RunningHost second =
                RunningHost.over(store(), with -> with.banDetectors(2).findings(again))) {
            declare(mbu.at(second.base()), HIGH);
            await().untilAsserted(() -> assertThat(again.lines())
                    .containsExactly("again begin high above", "watching ban-17", "watching ban-17 high"));
            assertThat(again.finding(0).by()).isEqualTo(BanFinding.By.BAN);
        }
    }

    @Test
    void aDetectorOfAGroupThatIsAddedLaterWatchesItFromThenOn() throws IOException {
        SensorGroup later =
                SensorGroup.live("later", Frequency.ofHz(50), List.of(new Channel("x", "g", 12, -2048, 2047, -2, 2)));
        String rule = "{\"name\":\"push\",\"kind\":\"threshold\",\"group\":\"later\",\"channel\":\"x\",\"above\":-1}";
        try (RunningHost host = host(with -> with.banDetectors(2))) {
            TestMbu mbu = new TestMbu(host.base());
            assertThat(mbu.post(mbu.adding().toBuilder()
                                    .detectors(List.of(rule))
                                    .build()
                                    .toJson())
                            .status())
                    .isEqualTo(201);
            BanDescription more = new BanDescription(
                    "ban-17",
                    List.of(TestMbu.BAN.groups().get(0), TestMbu.BAN.groups().get(1), later));
            TestMbu added = mbu.describing(more);
            assertThat(added.post(added.adding().toBuilder()
                                    .detectors(List.of(rule.replace("\"x\"", "\"y\"")))
                                    .build()
                                    .toJson())
                            .text())
                    .contains("detectors[0] 'push': group later: channel 'y' is unknown, there are 'x'");
            assertThat(added.post(added.adding().toBuilder()
                                    .detectors(List.of(rule))
                                    .build()
                                    .toJson())
                            .status())
                    .isEqualTo(201);
            PacketHeader header = new PacketHeader(2, 0, TestMbu.ORIGIN, 0, TestMbu.UNITS, true);
            byte[] sets = new byte[2 * TestMbu.UNITS];
            assertThat(added.send(Frames.body(3, List.of(Packet.of(header, sets))))
                            .status())
                    .isEqualTo(200);
            await().untilAsserted(() -> assertThat(found.lines()).endsWith("begin push above"));
        }
    }

    /** Each keeps all samples of 120 s at 360 Hz twice, with an instant each: 1.4 MB. */
    @Test
    void asManyAreRunAsThereIsMemoryForAndTheirMemoryCountsAsHeld() throws IOException {
        HostLimits limits = HostLimits.builder().heldBytesPerIdentity(2_000_000).build();
        try (RunningHost host = host(with -> with.banDetectors(256).limits(limits))) {
            TestMbu mbu = new TestMbu(host.base());
            String first = change("a", 120_000);
            assertThat(declare(mbu, first, change("b", 120_000), HIGH).detectors())
                    .isEqualTo(1);
            assertThat(held(host)).isBetween(1_300_000L, 1_500_000L);
            assertThat(declare(mbu, HIGH, LOW).detectors()).isEqualTo(2);
            assertThat(held(host))
                    .as("what is declared no more takes no memory")
                    .isLessThan(100_000);
            assertThat(declare(mbu, first, HIGH).detectors()).isEqualTo(2);
            TestMbu other = new TestMbu(host.base());
            assertThat(declare(other, first).detectors())
                    .as("another session of the same identity")
                    .isZero();
            mbu.delete();
            await().until(() -> held(host) < 100_000);
            assertThat(declare(other, first).detectors())
                    .as("a registration that comes again asks again")
                    .isEqualTo(1);
            other.delete();
            await().until(() -> held(host) == 0);
        }
    }

    @Test
    void detectorsThatAreTooLargeLeaveRoomForTheOthersOfTheHost() throws IOException {
        HostLimits limits = HostLimits.builder().heldBytes(1_000_000).build();
        try (RunningHost host = host(with -> with.banDetectors(256).limits(limits))) {
            TestMbu mbu = new TestMbu(host.base());
            String[] many = IntStream.range(0, 256)
                    .mapToObj(number -> change("a" + number, 120_000))
                    .toArray(String[]::new);
            assertThat(declare(mbu, many).detectors()).isZero();
            send(mbu, 0, UP, DOWN);
            assertThat(held(host)).isLessThan(1_000_000);
        }
    }

    private static String change(String name, int millis) {
        return "{\"name\":\"" + name
                + "\",\"kind\":\"change\",\"group\":\"ecg\",\"channel\":\"MLII\",\"by\":9,\"withinMillis\":" + millis
                + "}";
    }

    private static long held(RunningHost host) {
        return host.host().statistics().heldBytes();
    }

    private JdbcStore store() {
        return JdbcStore.open(directory.resolve("store.db"));
    }

    private RunningHost host(Consumer<SurrogateHostBuilder> settings) {
        return RunningHost.over(store(), with -> settings.accept(with.findings(found)));
    }

    private BanFinding find(String detector) {
        for (int i = 0; ; i++) {
            if (found.finding(i).finding().detector().equals(detector)) {
                return found.finding(i);
            }
        }
    }

    private static WireAnswer post(TestMbu mbu, String... detectors) throws IOException {
        return mbu.post(mbu.registration().toBuilder()
                .detectors(List.of(detectors))
                .build()
                .toJson());
    }

    private static RegistrationAnswer declare(TestMbu mbu, String... detectors) throws IOException {
        WireAnswer answer = post(mbu, detectors);
        assertThat(answer.status()).as(answer.text()).isEqualTo(201);
        return RegistrationAnswer.fromJson(answer.text());
    }

    private static Supplier<AlertRules> rules(String... detectors) {
        AlertRules rules = AlertRules.parse("{\"detectors\":[" + String.join(",", detectors) + "]}", "test");
        return () -> rules;
    }

    /** Packets of the ECG in which both channels have these values. */
    private static void send(TestMbu mbu, long from, int... values) throws IOException {
        List<Packet> packets = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            byte[] sets = new byte[TestMbu.UNITS * 4];
            for (int at = 0; at < sets.length; at += 2) {
                sets[at] = (byte) values[i];
                sets[at + 1] = (byte) (values[i] >> 8);
            }
            packets.add(Packet.of(
                    new PacketHeader(0, from + i, TestMbu.ORIGIN, (from + i) * TestMbu.UNITS, TestMbu.UNITS, true),
                    sets));
        }
        assertThat(mbu.send(Frames.body(2, packets)).status()).isEqualTo(200);
    }
}
