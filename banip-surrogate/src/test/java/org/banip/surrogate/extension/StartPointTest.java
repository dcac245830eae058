package org.banip.surrogate.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.banip.surrogate.wire.Patience.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.surrogate.api.ExtensionContext;
import org.banip.surrogate.api.HostExtension;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An extension subscribes to a surrogate from a start point: the store and the live data follow each other without a hole. */
class StartPointTest {
    private static final long QUEUE_BYTES = 1 << 20;
    private static final int PACKET_BYTES = TestMbu.UNITS * 4;

    @TempDir
    private Path directory;

    private final AtomicReference<ExtensionContext> context = new AtomicReference<>();
    private FaultyStore store;
    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        host = RunningHost.over(
                store,
                builder -> builder.extension(new HostExtension() {
                    @Override
                    public String name() {
                        return "test";
                    }

                    @Override
                    public void start(ExtensionContext offered) {
                        context.set(offered);
                    }

                    @Override
                    public void stop() {}
                }));
        mbu = new TestMbu(host.base());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void surrogateIsThereWhenItAppears() throws IOException {
        List<UUID> appeared = new CopyOnWriteArrayList<>();
        List<UUID> absent = new CopyOnWriteArrayList<>();
        context.get().subscribe("looking", QUEUE_BYTES, new SurrogateListener() {
            @Override
            public void appeared(SurrogateDescription surrogate) {
                if (context.get().surrogate(surrogate.session()).isEmpty()) {
                    absent.add(surrogate.session());
                }
                appeared.add(surrogate.session());
            }

            @Override
            public void delivered(SensorData data) {}
        });
        for (int i = 0; i < 100; i++) {
            TestMbu.of(host.base(), "identity-" + i).register();
        }

        await().until(() -> appeared.size() == 100);
        assertThat(absent).isEmpty();
    }

    @Test
    void groupThatIsAddedIsReadFromItsBeginning() throws IOException {
        List<SensorGroup> groups = new ArrayList<>(TestMbu.BAN.groups());
        groups.add(SensorGroup.live(
                "later", Frequency.ofHz(25), TestMbu.BAN.groups().get(1).channels()));
        TestMbu more = mbu.describing(new BanDescription(TestMbu.BAN.id(), groups));
        mbu.post(mbu.adding().toJson());
        mbu.send(0, 1);
        Recorded recorded = new Recorded();
        subscribe(StartPoint.beginning(), 0, recorded); // no room: all comes from the store
        more.post(more.adding().toJson());
        Packet later = Packet.of(new PacketHeader(2, 0, TestMbu.ORIGIN, 0, 4, true), new byte[8]);
        mbu.send(Frames.body(3, List.of(TestMbu.packet(0, 1), later)));
        mbu.delete();

        await().until(() -> recorded.events().contains("disappeared deregistered"));
        assertThat(ofGroup(recorded, 0)).containsExactly("delivered 0/0", "delivered 0/1");
        assertThat(ofGroup(recorded, 2)).containsExactly("delivered 2/0");
    }

    @Test
    void fromTheBeginningWhatIsStoredComesBeforeWhatComes() throws IOException {
        mbu.register();
        mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.packet(0, 1), TestMbu.gap(0, 2, 2))));
        mbu.send(Frames.body(2, TestMbu.packets(1, 0, 2)));

        Recorded recorded = new Recorded();
        subscribe(StartPoint.beginning(), QUEUE_BYTES, recorded);
        mbu.send(4, 6);
        mbu.send(Frames.body(2, TestMbu.packets(1, 2, 3)));
        mbu.delete();

        await().until(() -> recorded.events().contains("disappeared deregistered"));
        assertThat(recorded.events()).startsWith("appeared ban-17").endsWith("disappeared deregistered");
        assertThat(ofGroup(recorded, 0))
                .containsExactly("delivered 0/0", "delivered 0/1", "gap 0/2", "delivered 0/4", "delivered 0/5");
        assertThat(ofGroup(recorded, 1)).containsExactly("delivered 1/0", "delivered 1/1", "delivered 1/2");
        assertThat(recorded.bytes(1)).isEqualTo(payloads(TestMbu.packets(1, 0, 3)));
    }

    @Test
    void fromASequenceNumberNothingBeforeItComes() throws IOException {
        mbu.register();
        mbu.send(0, 5);
        mbu.send(Frames.body(2, TestMbu.packets(1, 0, 2)));

        Recorded recorded = new Recorded();
        subscribe(StartPoint.at(List.of(3L, 2L)), QUEUE_BYTES, recorded);
        mbu.send(5, 7);
        mbu.send(Frames.body(2, TestMbu.packets(1, 2, 3)));

        await().until(() -> recorded.data().size() == 5);
        assertThat(sequences(recorded, 0)).containsExactly(3L, 4L, 5L, 6L);
        assertThat(sequences(recorded, 1)).containsExactly(2L);
    }

    @Test
    void fromNowOnWhatIsStoredDoesNotCome() throws IOException {
        mbu.register();
        mbu.send(0, 5);
        Recorded recorded = new Recorded();
        subscribe(StartPoint.now(), QUEUE_BYTES, recorded);
        mbu.send(5, 7);

        await().until(() -> recorded.data().size() == 2);
        assertThat(sequences(recorded, 0)).containsExactly(5L, 6L);
    }

    @Test
    void subscribersThatComeWhileTheMbuStreamsGetEachPacketOnce() throws Exception {
        int packets = 400;
        mbu.register();
        List<Recorded> all = new ArrayList<>();
        for (int sequence = 0; sequence < packets; sequence += 10) {
            mbu.send(sequence, sequence + 10);
            if (sequence % 50 == 0) {
                Recorded recorded = new Recorded();
                all.add(recorded);
                // Without room for more than one packet: what comes meanwhile is read from the store.
                subscribe(StartPoint.beginning(), sequence % 100 == 0 ? PACKET_BYTES : QUEUE_BYTES, recorded);
            }
        }
        mbu.delete();

        for (Recorded recorded : all) {
            await().until(() -> recorded.events().contains("disappeared deregistered"));
            assertThat(sequences(recorded, 0))
                    .containsExactlyElementsOf(
                            LongStream.range(0, packets).boxed().toList());
            assertThat(recorded.events()).doesNotContain("missed");
        }
    }

    @Test
    void slowSubscriberGetsFromTheStoreWhatItsQueueHadNoRoomFor() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch first = new CountDownLatch(1);
        Recorded recorded = new Recorded();
        mbu.register();
        Subscription subscription = subscribe(StartPoint.beginning(), 2 * PACKET_BYTES, data -> {
            first.countDown();
            await().until(() -> slow.getCount() == 0);
            recorded.delivered(data);
        });
        mbu.send(0, 1);
        first.await();
        mbu.send(1, 50);
        slow.countDown();

        await().until(() -> recorded.data().size() == 50);
        assertThat(sequences(recorded, 0))
                .containsExactlyElementsOf(LongStream.range(0, 50).boxed().toList());
        assertThat(subscription.statistics().missedPackets()).isPositive();
    }

    @Test
    void sessionThatRegistersAgainGoesOnWithoutAHole() throws IOException {
        mbu.register();
        mbu.send(0, 3);
        Recorded recorded = new Recorded();
        subscribe(StartPoint.beginning(), QUEUE_BYTES, recorded);
        mbu.delete();
        mbu.register();
        mbu.send(3, 6);
        mbu.delete();

        // The last event of the second registration: nothing comes after it.
        await().until(() -> count(recorded, "disappeared") == 2);
        assertThat(sequences(recorded, 0)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        assertThat(count(recorded, "appeared")).isEqualTo(2);
    }

    private static long count(Recorded recorded, String kind) {
        return recorded.events().stream()
                .filter(event -> event.startsWith(kind + " "))
                .count();
    }

    @Test
    void subscriberWaitsForAStoreThatCannotBeRead() throws IOException {
        mbu.register();
        mbu.send(0, 3);
        store.unreadable(true);
        Recorded recorded = new Recorded();
        subscribe(StartPoint.beginning(), QUEUE_BYTES, recorded);
        mbu.send(3, 5);
        assertThat(recorded.data()).isEmpty();
        store.unreadable(false);

        await().until(() -> recorded.data().size() == 5);
        assertThat(sequences(recorded, 0)).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void closedSubscriptionWaitsForNothing() throws IOException {
        mbu.register();
        mbu.send(0, 3);
        store.unreadable(true);
        Subscription subscription = subscribe(StartPoint.beginning(), QUEUE_BYTES, new Recorded());
        subscription.close();

        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals("banip-subscriber-from")));
        store.unreadable(false);
    }

    @Test
    void listenerThatThrowsGetsTheRest() throws IOException {
        mbu.register();
        mbu.send(0, 3);
        Recorded recorded = new Recorded();
        subscribe(StartPoint.beginning(), QUEUE_BYTES, data -> {
            recorded.delivered(data);
            throw new IllegalStateException("on purpose");
        });
        mbu.send(3, 5);

        await().until(() -> recorded.data().size() == 5);
        assertThat(sequences(recorded, 0)).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void startPointMustFit() throws IOException {
        SurrogateListener nobody = new Recorded();
        assertThatThrownBy(() -> subscribe(StartPoint.beginning(), QUEUE_BYTES, nobody))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_INTERCONNECT));
        mbu.register();
        assertThatThrownBy(() -> subscribe(StartPoint.at(List.of(1L, 1L, 1L)), QUEUE_BYTES, nobody))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("3 sequence numbers for a BAN of 2 groups, session " + mbu.session());
        assertThatThrownBy(() -> StartPoint.at(List.of(0L, -1L))).isInstanceOf(IllegalArgumentException.class);
    }

    private Subscription subscribe(StartPoint from, long queueBytes, SurrogateListener listener) {
        return context.get().subscribe("from", mbu.session(), from, queueBytes, listener);
    }

    private static List<String> ofGroup(Recorded recorded, int group) {
        return recorded.events().stream()
                .filter(event -> event.contains(" " + group + "/"))
                .toList();
    }

    private static List<Long> sequences(Recorded recorded, int group) {
        return recorded.data().stream()
                .filter(data -> data.header().group() == group)
                .map(data -> data.header().sequence())
                .toList();
    }

    private static byte[] payloads(List<Packet> packets) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        packets.forEach(packet -> all.writeBytes(packet.payload()));
        return all.toByteArray();
    }
}
