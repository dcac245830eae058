package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.settings.LivenessSettings;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EncodedStream;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestClock;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one identity may bring in a day, and what the disk can take. */
class QuotasTest {
    private static final QuotaSettings BASE = new QuotaSettings(Long.MAX_VALUE, 1000, Duration.ofHours(1000), 0);

    private static final String STATEFUL = "packetizer(units=4,hold=0)|deflate(level=6,context=stream,key=1min)";

    @TempDir
    private Path directory;

    private RunningHost host(QuotaSettings quotas) {
        return RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.quotas(quotas));
    }

    private static void assertRefused(WireAnswer answer, String error, String because) {
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.error()).isEqualTo(error);
        assertThat(answer.message()).contains(because);
    }

    @Test
    void bytesOfOneIdentityAreBoundedAndOthersGoOn() throws IOException {
        try (RunningHost host = host(new QuotaSettings(10_000, 10, Duration.ofHours(1000), 0))) {
            TestMbu mbu = TestMbu.of(host.base(), "greedy");
            mbu.register();
            long sent = 0;
            WireAnswer answer = mbu.send(0, 10);
            while (answer.status() == 200) {
                sent += 10;
                answer = mbu.send(sent, sent + 10);
            }
            assertRefused(answer, "too-many-bytes", "10000 bytes in 24 hours");
            assertThat(sent).isBetween(10L, 1000L);
            TestMbu other = TestMbu.of(host.base(), "other");
            other.register();
            assertThat(other.send(0, 10).acknowledged()).containsExactly(10L, 0L);
        }
    }

    @Test
    void signalOfADayIsNotTakenInAMinuteAgainAndAgain() throws IOException {
        // Each packet is a quarter of a minute of group 0, so the fifth is refused, or one soon after it.
        try (RunningHost host = host(new QuotaSettings(Long.MAX_VALUE, 10, Duration.ofMinutes(1), 0))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            WireAnswer answer = mbu.send(Frames.body(2, List.of(quarterMinute(0))));
            assertThat(answer.acknowledged()).containsExactly(1L, 0L);
            for (long sequence = 1; answer.status() == 200; sequence++) {
                assertThat(sequence).isLessThan(10);
                answer = mbu.send(Frames.body(2, List.of(quarterMinute(sequence))));
            }
            assertRefused(answer, "too-much-signal", "brought PT1M of signal in 24 hours");
        }
    }

    /** A quarter of a minute of group 0. */
    private static Packet quarterMinute(long sequence) {
        int units = 360 * 15;
        return Packet.of(
                new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * units, units, true), new byte[units * 4]);
    }

    @Test
    void sessionsOfOneIdentityAreBoundedAndOldOnesComeBack() throws IOException {
        try (RunningHost host = host(new QuotaSettings(Long.MAX_VALUE, 2, Duration.ofHours(1000), 0))) {
            TestMbu first = TestMbu.of(host.base(), "restless");
            first.register();
            first.send(0, 1);
            TestMbu.of(host.base(), "restless").register();
            TestMbu third = TestMbu.of(host.base(), "restless");
            assertRefused(third.post(third.registration().toJson()), "too-many-sessions", "2 sessions in 24 hours");
            assertThat(first.delete().status()).isEqualTo(204);
            assertThat(first.register().groups().get(0).nextSequence()).isEqualTo(1);
            TestMbu.of(host.base(), "other").register();
        }
    }

    @Test
    void nothingIsTakenWhileTheDiskHasTooLittleRoom() throws IOException {
        try (RunningHost host = host(new QuotaSettings(Long.MAX_VALUE, 10, Duration.ofHours(1000), Long.MAX_VALUE))) {
            await().untilAsserted(() -> {
                TestMbu mbu = new TestMbu(host.base());
                assertRefused(mbu.post(mbu.registration().toJson()), "storage-unavailable", "bytes free");
            });
        }
    }

    @Test
    void aDiskThatGetsFullRefusesNewSessionsFirstAndDataLater() throws IOException {
        TestClock clock = new TestClock();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        store.free(2_000);
        QuotaSettings quotas = new QuotaSettings(Long.MAX_VALUE, 10, Duration.ofHours(1000), 100, 1_000, 0);
        try (RunningHost host =
                RunningHost.over(store, builder -> builder.clock(clock).quotas(quotas))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            assertThat(mbu.send(0, 2).acknowledged()).containsExactly(2L, 0L);
            store.free(999);
            await().untilAsserted(() -> {
                clock.pass(Duration.ofSeconds(10));
                TestMbu other = new TestMbu(host.base());
                assertRefused(
                        other.post(other.registration().toJson()),
                        "storage-unavailable",
                        "less than 1000 bytes free: no new session is taken");
            });
            assertThat(mbu.register().groups().get(0).nextSequence()).isEqualTo(2);
            assertThat(mbu.send(2, 4).acknowledged()).containsExactly(4L, 0L);
            store.free(99);
            await().untilAsserted(() -> {
                clock.pass(Duration.ofSeconds(10));
                mbu.register();
                assertRefused(mbu.send(new byte[0]), "storage-unavailable", "less than 100 bytes free");
            });
        }
    }

    @Test
    void aSessionThatBringsItsSignalTooFastIsRefusedForAWhileAndOthersAreNot() throws IOException {
        TestClock clock = new TestClock();
        // Each packet is a quarter of a minute of group 0: twice as fast is eight packets a minute.
        QuotaSettings quotas = new QuotaSettings(Long.MAX_VALUE, 10, Duration.ofHours(1000), 0, 0, 2);
        // The session outlives the minutes that pass: it must not end between the registration and what is sent then.
        LivenessSettings patient = new LivenessSettings(Duration.ofSeconds(5), 3, Duration.ofHours(1));
        try (RunningHost host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.clock(clock).quotas(quotas).liveness(patient))) {
            TestMbu mbu = TestMbu.of(host.base(), "fast");
            mbu.register();
            long sequence = 0;
            WireAnswer answer = mbu.send(Frames.body(2, List.of(quarterMinute(sequence))));
            while (answer.status() == 200) {
                sequence++;
                assertThat(sequence).isLessThan(30);
                answer = mbu.send(Frames.body(2, List.of(quarterMinute(sequence))));
            }
            assertRefused(answer, "too-fast", "more than 2 times as fast as its frequencies say");
            TestMbu other = TestMbu.of(host.base(), "fast"); // the same identity
            other.register();
            assertThat(other.send(0, 2).acknowledged()).containsExactly(2L, 0L);
            clock.pass(Duration.ofMinutes(2));
            long next = mbu.register().groups().get(0).nextSequence();
            assertThat(next).isBetween(sequence, sequence + 1);
            assertThat(mbu.send(Frames.body(2, List.of(quarterMinute(next)))).acknowledged())
                    .containsExactly(next + 1, 0L);
        }
    }

    @Test
    void aFileSystemThatHangsStopsNoClock() throws IOException {
        CountDownLatch forever = new CountDownLatch(1);
        TestClock clock = new TestClock();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        store.diskHangs(forever);
        try (RunningHost host = RunningHost.over(store, builder -> builder.clock(clock))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            assertThat(mbu.send(0, 2).acknowledged()).containsExactly(2L, 0L);
            await().until(() -> {
                clock.pass(Duration.ofSeconds(20));
                return host.host().statistics().expired() == 1;
            });
            forever.countDown();
        }
    }

    @Test
    void diskIsLookedAtWhileAViewersReplayTakesLong() throws IOException {
        CountDownLatch forever = new CountDownLatch(1);
        TestClock clock = new TestClock();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        QuotaSettings quotas = new QuotaSettings(Long.MAX_VALUE, 10, Duration.ofHours(1000), 1);
        try (RunningHost host =
                RunningHost.over(store, builder -> builder.clock(clock).quotas(quotas))) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, 5);
            long reads = store.reads();
            store.readsHang(forever);
            Map<String, String> seen = Map.of("Last-Event-ID", "2,0");
            try (EventWire back = new EventWire(host.base(), "surrogates/" + mbu.session() + "/live", seen)) {
                assertThat(back.head().status()).isEqualTo(200);
                await().until(() -> store.reads() > reads);
                store.free(0);
                await().untilAsserted(() -> {
                    clock.pass(Duration.ofSeconds(10));
                    assertRefused(mbu.send(new byte[0]), "storage-unavailable", "bytes free");
                });
            } finally {
                forever.countDown();
            }
        }
    }

    @Test
    void signalThatIsDecodedAgainAtEachRegistrationCounts() throws IOException {
        // The only key packet is the first one, so each registration decodes all 40 packets again: 160 / 360 s.
        EncodedStream stream = new EncodedStream(STATEFUL, 40);
        try (RunningHost host = host(new QuotaSettings(Long.MAX_VALUE, 10, Duration.ofSeconds(5), 0))) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), STATEFUL);
            mbu.register();
            assertThat(mbu.send(Frames.statefulBody(2, stream.packets())).acknowledged())
                    .containsExactly(40L, 0L);
            int registered = 0;
            WireAnswer answer = again(mbu);
            while (answer.status() == 201) {
                registered++;
                assertThat(registered).isLessThan(100);
                answer = again(mbu);
            }
            assertRefused(answer, "too-much-signal", "brought PT5S of signal in 24 hours");
            assertThat(registered).isGreaterThan(5);
        }
    }

    private static WireAnswer again(TestMbu mbu) throws IOException {
        assertThat(mbu.delete().status()).isEqualTo(204);
        return mbu.post(mbu.registration().toJson());
    }

    @Test
    void sessionWithoutDataLeavesNothingInTheStore() throws IOException {
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        try (RunningHost host = RunningHost.over(store, builder -> builder.quotas(BASE))) {
            TestMbu empty = new TestMbu(host.base());
            empty.register();
            TestMbu filled = new TestMbu(host.base());
            filled.register();
            filled.send(0, 1);
            assertThat(store.interconnects()).hasSize(2);
            empty.delete();
            filled.delete();
            await().until(() -> store.interconnects().size() == 1);
            assertThat(store.interconnects().get(0).session()).isEqualTo(filled.session());
            empty.register();
            assertThat(empty.send(0, 2).acknowledged()).containsExactly(2L, 0L);
        }
    }

    @Test
    void sessionsWithoutDataThatAKilledHostLeftAreRemovedAtAStartADayLater() throws IOException {
        TestClock clock = new TestClock();
        TestMbu mbu;
        try (RunningHost host = host(clock)) {
            mbu = new TestMbu(host.base());
            mbu.register();
        }
        try (RunningHost host = host(clock)) {
            assertThat(host.host().store().interconnects()).hasSize(1);
        }
        clock.pass(LivenessSettings.DEFAULT.grace().plusDays(1).plusSeconds(1));
        try (RunningHost host = host(clock)) {
            assertThat(host.host().store().interconnects()).isEmpty();
            assertThat(mbu.at(host.base()).register().groups().get(0).nextSequence())
                    .isZero();
        }
    }

    private RunningHost host(TestClock clock) {
        return RunningHost.over(JdbcStore.open(directory.resolve("store.db")), builder -> builder.clock(clock));
    }
}
