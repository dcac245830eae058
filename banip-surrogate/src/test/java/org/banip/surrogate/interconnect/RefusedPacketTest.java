package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.banip.core.frame.Control;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EncodedStream;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A packet that does not decode, among others of its group on several requests (docs/protocol.md, "Sequence rules"). */
class RefusedPacketTest {
    private static final String STATEFUL = "packetizer(units=4,hold=0)|deflate(level=6,context=stream,key=1s)";
    private static final int PACKET_BYTES = 16;
    /** The packet that is refused, and the next key packet. */
    private static final int WRONG = 80;

    private static final int KEY = 90;
    private static final int ALL = 110;

    @TempDir
    private Path directory;

    private final Recorded recorded = new Recorded();
    private final EncodedStream stream = new EncodedStream(STATEFUL, ALL);
    private final List<Packet> packets = stream.packets();
    private FaultyStore store;
    private RunningHost host;

    @BeforeEach
    void start() {
        store = new FaultyStore(JdbcStore.open(directory.resolve("store.db")));
        List<TranscoderProvider> known = new ArrayList<>(Transcoders.installed().all());
        known.add(new FailingProvider());
        host = RunningHost.over(store, builder -> builder.transcoders(new Transcoders(known)));
        host.host().subscribe("test", recorded);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void withoutStateWhatOtherRequestsBroughtGoesOnWaiting() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire other = mbu.beginData()) {
            bring(other, reverse, Frames.body(2, TestMbu.packets(0, 2, 5)));
            assertUndecodable(mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 0), wrong(TestMbu.packet(0, 1))))));
            mbu.send(1, 2);
            reverse.awaitAcknowledged(0, 5);
            other.endBody();
            assertThat(other.answer().acknowledged()).containsExactly(5L, 0L);
        }
    }

    @Test
    void withoutStateWhatCameInOrderBehindItGoesOnWaiting() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire other = mbu.beginData(); // stays open, so that what waits is kept
                HttpWire data = mbu.beginData()) {
            bring(other, reverse, Frames.body(2, List.of(TestMbu.packet(0, 0))));
            store.full(true);
            Packet wrong = wrong(TestMbu.packet(0, 2));
            data.chunk(Frames.body(2, List.of(TestMbu.packet(0, 1), wrong, TestMbu.packet(0, 3))));
            await().until(() -> host.surrogate(mbu.session()).statistics().frames() == 5);
            store.full(false);
            assertUndecodable(data.answer());
            mbu.send(2, 3);
            reverse.awaitAcknowledged(0, 4);
        }
    }

    @Test
    void withStateWhatFollowsTheNextKeyPacketGoesOnWaiting() throws IOException {
        TestMbu mbu = statefulMbu();
        assertThat(packets.get(KEY).header().key()).isTrue();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire other = mbu.beginData()) {
            send(mbu, packets.subList(0, WRONG));
            bring(other, reverse, Frames.statefulBody(2, packets.subList(WRONG + 1, ALL)));
            assertUndecodable(send(mbu, List.of(wrong(packets.get(WRONG)))));
            send(mbu, packets.subList(WRONG, KEY));
            reverse.awaitAcknowledged(0, ALL);
        }
        await().until(() -> recorded.data().size() == ALL);
        assertThat(recorded.bytes(0)).isEqualTo(stream.sensed());
    }

    @Test
    void withStateAGapInItsPlaceIsFollowedByWhatWasEncodedAnew() throws IOException {
        TestMbu mbu = statefulMbu();
        try (ReverseWire reverse = mbu.reverse();
                HttpWire other = mbu.beginData()) {
            send(mbu, packets.subList(0, WRONG));
            bring(other, reverse, Frames.statefulBody(2, packets.subList(WRONG + 1, ALL)));
            assertUndecodable(send(mbu, List.of(wrong(packets.get(WRONG)))));
            List<Sequenced> anew = new ArrayList<>(List.of(TestMbu.gap(0, WRONG, 1)));
            anew.addAll(stream.encodedFrom(WRONG + 1).subList(0, KEY - WRONG - 1));
            send(mbu, anew);
            reverse.awaitAcknowledged(0, ALL);
        }
        await().until(() -> recorded.data().size() == ALL - 1);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        expected.writeBytes(Arrays.copyOf(stream.sensed(), WRONG * PACKET_BYTES));
        expected.writeBytes(Arrays.copyOfRange(stream.sensed(), (WRONG + 1) * PACKET_BYTES, ALL * PACKET_BYTES));
        assertThat(recorded.bytes(0)).isEqualTo(expected.toByteArray());
    }

    @Test
    void whatComesBeforeTheDecoderIsInStepIsTakenOnce() throws IOException {
        TestMbu mbu = statefulMbu();
        send(mbu, packets.subList(0, 10));
        store.broken(true);
        assertUndecodable(send(mbu, List.of(wrong(packets.get(10)))));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            byte[] first = Frames.statefulBody(2, packets.subList(10, 15));
            long before = host.surrogate(mbu.session()).statistics().bodyBytes();
            data.chunk(first);
            await().until(() -> host.surrogate(mbu.session()).statistics().bodyBytes() == before + first.length);
            store.broken(false);
            reverse.awaitAcknowledged(0, 15);
            data.chunk(Frames.statefulBody(2, packets.subList(15, 20)));
            reverse.awaitAcknowledged(0, 20);
        }
        await().until(() -> recorded.data().size() == 20);
        assertThat(recorded.bytes(0)).isEqualTo(Arrays.copyOf(stream.sensed(), 20 * PACKET_BYTES));
    }

    @Test
    void ifTheRequestThatBroughtItIsOverThoseThatWaitForItAreTold() throws IOException {
        TestMbu mbu = new TestMbu(host.base());
        mbu.register();
        Packet wrong = wrong(TestMbu.packet(0, 1));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire broken = mbu.beginData()) {
            bring(broken, reverse, Frames.body(2, List.of(wrong)));
            broken.reset();
            await().until(() -> host.host().statistics().openDataRequests() == 0);
        }
        assertUndecodable(mbu.send(Frames.body(2, List.of(wrong, TestMbu.packet(0, 0)))));
        assertThat(mbu.send(1, 2).acknowledged()).containsExactly(2L, 0L);
    }

    @Test
    void decoderThatFailsOnAKeyPacketDoesNotPoisonItsInterconnect() throws IOException {
        TestMbu mbu = new TestMbu(host.base(), Map.of(), "packetizer(units=4,hold=0)|failing");
        mbu.register();
        Packet wrong = wrong(TestMbu.packet(0, 0));
        for (int time = 0; time < 2; time++) {
            assertUndecodable(send(mbu, List.of(wrong)));
        }
        assertThat(send(mbu, TestMbu.packets(1, 0, 3)).acknowledged()).containsExactly(0L, 3L);
        assertThat(send(mbu, List.of(TestMbu.gap(0, 0, 1), TestMbu.packet(0, 1)))
                        .acknowledged())
                .containsExactly(2L, 3L);
    }

    @Test
    void groupWhoseDecoderIsBeingRestoredDoesNotStopTheOthers() throws IOException {
        TestMbu mbu = new TestMbu(host.base(), Map.of(), "packetizer(units=4,hold=0)|failing");
        mbu.register();
        send(mbu, TestMbu.packets(0, 0, 10));
        store.unreadable(true);
        assertUndecodable(send(mbu, List.of(wrong(TestMbu.packet(0, 10)))));
        try (ReverseWire reverse = mbu.reverse();
                HttpWire data = mbu.beginData()) {
            data.chunk(Frames.statefulBody(2, TestMbu.packets(0, 10, 15)));
            data.chunk(Frames.statefulBody(2, TestMbu.packets(1, 0, 3)));
            reverse.awaitAcknowledged(1, 3);
            assertThat(host.surrogate(mbu.session())
                            .statistics()
                            .groups()
                            .get(0)
                            .nextSequence())
                    .isEqualTo(10);
            store.unreadable(false);
            reverse.awaitAcknowledged(0, 15);
        }
    }

    private TestMbu statefulMbu() throws IOException {
        TestMbu mbu = new TestMbu(host.base(), Map.of(), STATEFUL);
        mbu.register();
        return mbu;
    }

    /** Sends it and waits until the host has it. */
    private static void bring(HttpWire data, ReverseWire reverse, byte[] frames) throws IOException {
        data.chunk(Frames.join(frames, Frames.of(new Control.TimeRequest(1))));
        reverse.next(Control.TimeAnswer.class, answer -> true);
    }

    private static WireAnswer send(TestMbu mbu, List<? extends Sequenced> some) throws IOException {
        return mbu.send(Frames.statefulBody(2, some));
    }

    private static Packet wrong(Packet packet) {
        return Packet.of(packet.header(), new byte[] {7, 7, 7});
    }

    private static void assertUndecodable(WireAnswer answer) {
        assertThat(answer.error()).as(answer.text()).isEqualTo("undecodable-packet");
    }
}
