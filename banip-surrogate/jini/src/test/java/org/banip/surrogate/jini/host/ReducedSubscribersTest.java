package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducingListener;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.lookup.LookupService;
import org.banip.surrogate.jini.lookup.LookupSettings;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.subscription.SubscriptionCounts;
import org.banip.surrogate.jini.subscription.SubscriptionEnd;
import org.banip.surrogate.jini.subscription.SubscriptionSettings;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers to reduced feeds in processes of their own, against a reduction of the whole signal in this process. */
@Timeout(300)
class ReducedSubscribersTest {
    private static final SubscriptionSettings PATIENT =
            SubscriptionSettings.DEFAULT.withTimes(Duration.ofMinutes(5), Duration.ofMinutes(5));
    private static final Reduction SLOWER = new Reduction(List.of("V5"), Optional.of(Frequency.ofHz(30)), false);

    @TempDir
    private Path directory;

    private LookupService lookup;
    private LookupAddress at;
    private final AtomicReference<JiniHost> jini = new AtomicReference<>();

    @BeforeEach
    void startLookup() {
        lookup = LookupService.start(
                new LookupSettings(Transport.loopback(), 0, List.of("banip"), Duration.ofSeconds(30), 100));
        at = new LookupAddress("127.0.0.1", lookup.port());
    }

    @AfterEach
    void stopLookup() {
        lookup.close();
    }

    private RunningHost start() {
        return JiniTestHost.start(directory.resolve("store.db"), at, PATIENT, jini);
    }

    private SubscriptionCounts counts() {
        return jini.get().subscribers();
    }

    @Test
    void reducedSubscriberGetsWhatItShowsAndCostsLess() throws Exception {
        long whole;
        try (RunningHost host = start();
                SubscriberProcess full = new SubscriberProcess(at, "now", false)) {
            stream(host, full);
            whole = counts().bytes();
        }
        try (RunningHost host = start();
                SubscriberProcess reduced = new SubscriberProcess(at, "now", false, SLOWER)) {
            TestMbu mbu = stream(host, reduced);
            assertThat(reduced.data()).containsExactlyElementsOf(reducedPackets(mbu, SLOWER, 400));
            assertThat(counts().bytes()).isBetween(1L, whole / 2);
        }
    }

    private TestMbu stream(RunningHost host, SubscriberProcess to) throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        await().untilAsserted(() -> assertThat(to.got()).contains("appeared ban-17"));
        for (int sequence = 0; sequence < 400; sequence += 40) {
            mbu.send(sequence, sequence + 40);
        }
        mbu.delete();
        await().untilAsserted(() -> assertThat(to.got()).endsWith("disappeared deregistered"));
        await().untilAsserted(() ->
                assertThat(counts().ended(SubscriptionEnd.DISAPPEARED)).isEqualTo(1));
        return mbu;
    }

    /** What a reduction in this process makes of the same packets. */
    private static List<String> reducedPackets(TestMbu mbu, Reduction wanted, long packets) {
        List<String> lines = new ArrayList<>();
        SurrogateListener saying = data -> lines.add(
                SubscriberProcess.line(data.header().group(), data.header().sequence(), data.toByteArray()));
        ReducingListener reducing = new ReducingListener(ReducedBan.of(TestMbu.BAN, wanted), saying);
        SurrogateDescription surrogate = new SurrogateDescription(mbu.session(), TestMbu.BAN, "standard", 1);
        SampleLayout layout = new SampleLayout(TestMbu.BAN.groups().get(0));
        reducing.appeared(surrogate);
        TestMbu.packets(0, 0, packets)
                .forEach(packet ->
                        reducing.delivered(new SensorData(surrogate, packet.header(), layout, packet.payload(), 1)));
        reducing.disappeared(surrogate, Disappearance.DEREGISTERED);
        return lines;
    }

    @Test
    void killedSubscriberGoesOnWithThePacketAfterItsLastOne() throws Exception {
        killAndGoOn(new Reduction(List.of("ecg/MLII"), Optional.empty(), false), 10);
    }

    @Test
    void killedSubscriberAtALowerRateGoesOnWithTheBucketAfterItsLastOne() throws Exception {
        killAndGoOn(SLOWER, 190);
    }

    private void killAndGoOn(Reduction wanted, long before) throws Exception {
        try (RunningHost host = start()) {
            TestMbu mbu = new TestMbu(host.base());
            mbu.register();
            mbu.send(0, before);
            List<String> expected = reducedPackets(mbu, wanted, 2 * before);
            List<String> got;
            try (SubscriberProcess killed = new SubscriberProcess(at, "beginning", false, wanted)) {
                await().untilAsserted(() -> assertThat(killed.data())
                        .hasSizeGreaterThanOrEqualTo(expected.size() / 2 - 5)
                        .isEqualTo(expected.subList(0, killed.data().size())));
                killed.signal("KILL");
                got = killed.data();
            }
            mbu.send(before, 2 * before);
            String next = Long.toString(SubscriberProcess.sequence(got.get(got.size() - 1)) + 1);
            try (SubscriberProcess back = new SubscriberProcess(at, next, false, wanted)) {
                await().untilAsserted(() -> assertThat(back.got()).contains("appeared ban-17"));
                mbu.delete();
                await().untilAsserted(() -> assertThat(back.got()).endsWith("disappeared deregistered"));
                assertThat(back.data()).isEqualTo(expected.subList(got.size(), expected.size()));
            }
        }
    }

    @Test
    void subscriberAtALowerRateGetsEachBucketOnceFromHostsThatAreRestarted() throws Exception {
        try (SubscriberProcess subscriber = new SubscriberProcess(at, "beginning", false, SLOWER)) {
            Optional<TestMbu> mbu = Optional.empty();
            long sent = 0;
            for (int run = 0; run < 3; run++, sent += 101) {
                try (RunningHost host = start()) {
                    TestMbu again = mbu.map(before -> before.at(host.base())).orElseGet(() -> new TestMbu(host.base()));
                    mbu = Optional.of(again);
                    again.register();
                    again.send(sent, sent + 101);
                    List<String> all = reducedPackets(again, SLOWER, sent + 101);
                    List<String> closed = all.subList(0, all.size() - 1); // the last event is what waits
                    await().untilAsserted(() -> assertThat(subscriber.data()).isEqualTo(closed));
                    if (run == 2) {
                        again.delete();
                        await().untilAsserted(
                                        () -> assertThat(subscriber.data()).isEqualTo(all));
                    }
                }
            }
        }
    }
}
