package org.banip.surrogate.subscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.banip.surrogate.wire.Patience.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What live subscribers of a host see. */
class LiveDeliveryTest {
    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
        mbu = new TestMbu(host.base());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void subscriberSeesTheSurrogateAppearDeliverAndDisappear() throws IOException {
        Recorded recorded = new Recorded();
        host.host().subscribe("test", recorded);
        mbu.register();
        mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.gap(0, 1, 3), TestMbu.packet(0, 4))));
        mbu.send(Frames.body(2, TestMbu.packets(1, 0, 1)));
        mbu.delete();

        await().untilAsserted(() -> assertThat(recorded.events())
                .containsExactly(
                        "appeared ban-17",
                        "delivered 0/0",
                        "gap 0/1",
                        "delivered 0/4",
                        "delivered 1/0",
                        "disappeared deregistered"));
    }

    @Test
    void sensorSetsComeWithTheirChannelsInstantsAndUnits() throws IOException {
        Recorded recorded = new Recorded();
        host.host().subscribe("test", recorded);
        mbu.register();
        mbu.send(0, 3);
        await().until(() -> recorded.data().size() == 3);

        SensorData second = recorded.data().get(1);
        assertThat(second.surrogate().session()).isEqualTo(mbu.session());
        assertThat(second.group().name()).isEqualTo("ecg");
        assertThat(second.unitCount()).isEqualTo(4);
        assertThat(second.instantNanos(0)).isEqualTo(TestMbu.ORIGIN + 4 * 1_000_000_000L / 360);
        assertThat(second.sample(0, 0)).isEqualTo(4);
        assertThat(second.sample(1, 1)).isEqualTo(10);
        assertThat(second.physical(0, 0)).isCloseTo((4 - 1024) / 200.0, within(1e-9));
        assertThat(second.receivedNanos()).isPositive();
    }

    @Test
    void longStreamIsDeliveredByteForByte() throws IOException {
        Recorded recorded = new Recorded();
        host.host().subscribe("test", recorded);
        mbu.register();
        List<Packet> packets = TestMbu.packets(0, 0, 2000);
        mbu.send(Frames.body(2, packets));
        ByteArrayOutputStream sensed = new ByteArrayOutputStream();
        packets.forEach(packet -> sensed.writeBytes(packet.payload()));

        await().until(() -> recorded.data().size() == 2000);
        assertThat(recorded.bytes(0)).isEqualTo(sensed.toByteArray());
        assertThat(recorded.missedUnits()).isZero();
    }

    @Test
    void lateSubscriberGetsThePresentSurrogatesFirst() throws IOException {
        mbu.register();
        mbu.send(0, 5);
        Recorded late = new Recorded();
        host.host().subscribe("late", late);
        mbu.send(5, 6);

        await().untilAsserted(() -> assertThat(late.events()).containsExactly("appeared ban-17", "delivered 0/5"));
    }

    @Test
    void slowSubscriberLosesLiveDataIsToldAndDelaysNobody() throws IOException, InterruptedException {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Recorded slow = new Recorded();
        Recorded fast = new Recorded();
        long queueBytes = 10L * TestMbu.packet(0, 0).payload().length;
        Subscription subscription = host.host().subscribe("slow", queueBytes, new Blocking(slow, blocked, goOn));
        host.host().subscribe("fast", fast);
        mbu.register();
        mbu.send(0, 1);
        blocked.await();

        assertThat(mbu.send(1, 100).acknowledged()).containsExactly(100L, 0L);
        await().until(() -> fast.data().size() == 100);
        assertThat(subscription.statistics().missedPackets()).isEqualTo(89);
        goOn.countDown();

        await().until(() -> slow.missedUnits() == 89 * TestMbu.UNITS);
        assertThat(slow.events()).startsWith("appeared ban-17", "delivered 0/0", "delivered 0/1");
        assertThat(slow.events()).endsWith("delivered 0/10", "missed");
        mbu.send(100, 101);
        await().untilAsserted(() -> assertThat(slow.events()).endsWith("missed", "delivered 0/100"));
        assertThat(host.host().statistics().live().missedPackets()).isEqualTo(89);
    }

    /** Blocks in its first delivery until it may go on. */
    private record Blocking(Recorded inner, CountDownLatch blocked, CountDownLatch goOn) implements SurrogateListener {
        @Override
        public void appeared(SurrogateDescription surrogate) {
            inner.appeared(surrogate);
        }

        @Override
        public void delivered(SensorData data) {
            inner.delivered(data);
            blocked.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void gap(SurrogateDescription surrogate, Gap gap) {
            inner.gap(surrogate, gap);
        }

        @Override
        public void missed(SurrogateDescription surrogate, long packets, long units) {
            inner.missed(surrogate, packets, units);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listenerThatThrowsGoesOnAndHarmsNobody(boolean error) throws IOException {
        Recorded other = new Recorded();
        Recorded faulty = new Recorded() {
            @Override
            public synchronized void delivered(SensorData delivered) {
                super.delivered(delivered);
                if (error) {
                    throw new NoClassDefFoundError("on purpose");
                }
                throw new IllegalStateException("thrown on purpose");
            }
        };
        host.host().subscribe("faulty", faulty);
        host.host().subscribe("other", other);
        mbu.register();
        mbu.send(0, 3);
        await().until(() -> other.data().size() == 3 && faulty.data().size() == 3);
    }

    @Test
    void closedSubscriptionHearsNothingMore() throws IOException {
        Recorded recorded = new Recorded();
        Subscription subscription = host.host().subscribe("test", recorded);
        mbu.register();
        mbu.send(0, 1);
        await().until(() -> recorded.data().size() == 1);
        subscription.close();
        mbu.send(1, 5);
        assertThat(recorded.data()).hasSize(1);
        assertThat(host.host().statistics().subscribers()).isZero();
    }

    @Test
    void hostThatStopsTellsItsSubscribers() throws IOException {
        Recorded recorded = new Recorded();
        host.host().subscribe("test", recorded);
        mbu.register();
        host.host().close();
        assertThat(recorded.events()).containsExactly("appeared ban-17", "disappeared host-stopped");
    }
}
