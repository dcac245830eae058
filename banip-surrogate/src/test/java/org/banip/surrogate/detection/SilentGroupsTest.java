package org.banip.surrogate.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.banip.alerts.AlertRules;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.Test;

/** Detectors of silence on a host, and groups that are put away. */
class SilentGroupsTest extends DetectingHost {
    private static final String SILENCE =
            "{\"name\":\"quiet\",\"kind\":\"silence\",\"group\":\"ecg\",\"afterMillis\":5000}";
    private static final String STILL =
            "{\"name\":\"still\",\"kind\":\"silence\",\"group\":\"motion\",\"afterMillis\":5000}";

    /** The MBU's clock and the host's are years apart here. */
    @Test
    void silenceIsToldByTheClockFromTheLastSensorSetOn() throws IOException {
        TestClock clock = new TestClock();
        clock.pass(Duration.ofDays(1000));
        try (RunningHost host = host(rules(SILENCE), found, clock)) {
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
        try (RunningHost host = host(rules(SILENCE), found, clock)) {
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

    /** Otherwise a host that is killed before, and gets the packet again, would not know that the silence is over. */
    @Test
    void silenceIsToldWhenWhatCameBeforeIsStored() throws IOException {
        FaultyStore store = new FaultyStore(store());
        TestClock clock = new TestClock();
        try (RunningHost host = RunningHost.over(
                store,
                with -> with.detectors(rules(SILENCE, STILL)).findings(found).clock(clock))) {
            TestMbu mbu = withMotion(host);
            mbu.register();
            send(mbu, motion(0));
            store.silent(true);
            try (HttpWire data = mbu.beginData()) {
                data.chunk(Frames.body(2, List.of(ecg(0, LOW))));
                await().until(() -> host.surrogate(mbu.session())
                                .statistics()
                                .groups()
                                .get(0)
                                .receivedSequence()
                        == 1);
                passUntil(clock, found, "begin still silent");
                assertThat(quiet(found)).isEmpty();
                store.silent(false);
                passUntil(clock, found, "begin quiet silent");
            }
        }
    }

    /** The detectors of the other group show that they were told the time. */
    @Test
    void aRetiredGroupIsNotSilent() throws IOException {
        TestClock clock = new TestClock();
        try (RunningHost host = host(rules(SILENCE, STILL), found, clock)) {
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
        try (RunningHost second = host(rules(SILENCE, STILL), again, clock)) {
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
        try (RunningHost first = host(rules::get, found, clock)) {
            mbu = withMotion(first);
            mbu.register();
            send(mbu, ecg(0, LOW), retirement(1));
            rules.set(both);
            passUntil(clock, found, "begin still silent");
            assertThat(quiet(found)).isEmpty();
        }
        rules.set(none);
        Found again = new Found();
        try (RunningHost second = host(rules::get, again, clock)) {
            TestMbu back = mbu.at(second.base());
            back.register();
            rules.set(both);
            passUntil(clock, again, "begin still silent");
            assertThat(quiet(again)).isEmpty();
            send(back, ecg(2, LOW));
            passUntil(clock, again, "begin quiet silent");
        }
    }

    private RunningHost host(Supplier<AlertRules> rules, Found heard, TestClock clock) {
        return RunningHost.over(
                store(), with -> with.detectors(rules).findings(heard).clock(clock));
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
}
