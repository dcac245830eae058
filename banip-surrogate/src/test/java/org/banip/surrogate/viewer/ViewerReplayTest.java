package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.TestConnections;
import org.banip.surrogate.wire.EncodedStream;
import org.banip.surrogate.wire.EventWire;
import org.banip.surrogate.wire.FaultyStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** What viewers get of the past over HTTP, and what they are told to have missed. */
class ViewerReplayTest extends ViewedHost {
    @Test
    void viewerThatComesBackGetsEachPacketOnce() throws IOException {
        String seen;
        try (EventWire live = live(Map.of())) {
            live.next("appeared");
            mbu.send(0, 2);
            assertThat(sequence(live.next("data"))).isZero();
            seen = live.lastId();
        }
        assertThat(seen).isEqualTo("1,0");
        mbu.send(2, 5);
        mbu.send(Frames.body(2, List.of(TestMbu.gap(0, 5, 2))));

        try (EventWire back = live(Map.of("Last-Event-ID", seen))) {
            back.next("appeared");
            mbu.send(7, 9);
            for (long sequence = 1; sequence < 5; sequence++) {
                assertThat(sequence(back.next("data"))).isEqualTo(sequence);
            }
            assertThat(sequence(back.next("gap"))).isEqualTo(5);
            assertThat(sequence(back.next("data"))).isEqualTo(7);
            assertThat(sequence(back.next("data"))).isEqualTo(8);
            assertThat(back.lastId()).isEqualTo("9,0");
        }
    }

    /** 10 s are 900 packets; steps back double to 1,024, and of two groups 1,000 items each are read at most. */
    @Test
    void viewerThatHasJustComeGetsTheTailOfEachGroupThenWhatIsLive() throws IOException {
        mbu.send(0, 3000);
        try (EventWire live = tail(mbu)) {
            assertThat(live.next("appeared").bool("tail")).isTrue();
            JsonObject data = live.next("data");
            long first = sequence(data);
            assertThat(first).isEqualTo(2000);
            assertThat(data.has("receivedNanos")).isFalse();
            for (long sequence = first + 1; sequence < 3000; sequence++) {
                assertThat(sequence(live.next("data"))).isEqualTo(sequence);
            }
            assertThat(live.lastId()).isEmpty();
            JsonObject unused = live.next("live");
            assertThat(live.lastId()).isEqualTo("3000,0");
            mbu.send(3000, 3001);
            JsonObject after = live.next("data");
            assertThat(sequence(after)).isEqualTo(3000);
            assertThat(after.has("receivedNanos")).isTrue();
        }
    }

    @Test
    void nothingLiesTwiceAtTheSeamOfTailAndLiveAndNothingIsMissing() throws IOException {
        host.close();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("slow.db")));
        host = RunningHost.over(store);
        TestMbu slow = mbu.at(host.base());
        slow.register();
        slow.send(0, 3);
        store.full(true);
        try (HttpWire data = slow.beginData()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 3, 5)));
            await().until(() ->
                    host.surrogate(slow.session()).statistics().groups().get(0).receivedSequence() == 5);
            CountDownLatch stored = new CountDownLatch(1);
            store.readsHang(stored);
            try (EventWire live = tail(slow)) {
                JsonObject unused = live.next("appeared");
                data.chunk(Frames.body(2, TestMbu.packets(0, 5, 7)));
                store.full(false);
                awaitStored(slow, 5);
                stored.countDown();
                for (long sequence = 0; sequence < 7; sequence++) {
                    assertThat(sequence(live.next("data"))).isEqualTo(sequence);
                }
            }
        }
    }

    /** A viewer waits 3 s until what it gets is stored. A busy machine may need longer, so these tests let it be read only then. */
    private void awaitStored(TestMbu of, long next) {
        await().until(() ->
                host.surrogate(of.session()).statistics().groups().get(0).nextSequence() >= next);
    }

    /** However long the outage before them was, and although what came last is a gap. */
    @Test
    void tailHasALastPacketBeforeGaps() throws IOException {
        mbu.send(0, 2);
        mbu.send(Frames.body(2, List.of(TestMbu.gap(0, 2, 1), TestMbu.gap(0, 3, 1), TestMbu.gap(0, 4, 1))));
        try (EventWire live = tail(mbu)) {
            assertThat(sequence(live.next("data"))).isZero();
            assertThat(sequence(live.next("data"))).isEqualTo(1);
            assertThat(sequence(live.next("gap"))).isEqualTo(2);
            JsonObject unused = live.next("live");
            assertThat(live.lastId()).isEqualTo("5,0");
        }
    }

    /** What cannot be read of a tail is not told as missed by the viewer, and what is live comes. */
    @Test
    void tailThatCannotBeReadIsLeftOut() throws IOException {
        host.close();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("broken.db")));
        host = RunningHost.over(store);
        TestMbu one = mbu.at(host.base());
        one.register();
        one.send(0, 5);
        store.broken(true);
        try (EventWire live = tail(one)) {
            JsonObject unused = live.next("live");
            assertThat(live.lastId()).isEqualTo("5,0");
            store.broken(false);
            one.send(5, 6);
            assertThat(sequence(live.next("data"))).isEqualTo(5);
        }
    }

    @Test
    void packetsThatAreQueuedAndReadFromTheStoreComeOnce() throws IOException {
        host.close();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("slow.db")));
        host = RunningHost.over(store);
        TestMbu slow = mbu.at(host.base());
        slow.register();
        store.full(true);
        try (HttpWire data = slow.beginData()) {
            data.chunk(Frames.body(2, TestMbu.packets(0, 0, 5)));
            await().until(() ->
                    host.surrogate(slow.session()).statistics().groups().get(0).receivedSequence() == 5);
            CountDownLatch stored = new CountDownLatch(1);
            store.readsHang(stored);
            try (EventWire back = live(slow, Map.of("Last-Event-ID", "2,0"))) {
                back.next("appeared");
                store.full(false);
                awaitStored(slow, 5);
                stored.countDown();
                for (long sequence = 2; sequence < 5; sequence++) {
                    assertThat(sequence(back.next("data"))).isEqualTo(sequence);
                }
                slow.send(5, 6);
                assertThat(sequence(back.next("data"))).isEqualTo(5);
            }
        }
    }

    @Test
    void viewerGoesOnAtARestartedHostInTheMiddleOfAStream() throws IOException {
        String chain = "packetizer(units=4,hold=0)|deflate(level=6,context=stream,key=1min)";
        EncodedStream stream = new EncodedStream(chain, 30);
        TestMbu stateful = new TestMbu(host.base(), Map.of(), chain);
        stateful.register();
        stateful.send(Frames.statefulBody(2, stream.packets().subList(0, 20)));
        host.close();
        host = RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
        TestMbu again = stateful.at(host.base());
        again.register();
        again.send(Frames.statefulBody(2, stream.packets().subList(20, 30)));

        SampleLayout layout = new SampleLayout(TestMbu.BAN.groups().get(0));
        try (EventWire back = live(again, Map.of("Last-Event-ID", "15,0"))) {
            for (int packet = 15; packet < 30; packet++) {
                JsonObject data = back.next("data");
                assertThat(sequence(data)).isEqualTo(packet);
                int first = packet * TestMbu.UNITS;
                long[] expected = IntStream.range(0, 2 * TestMbu.UNITS)
                        .mapToLong(i -> layout.read(
                                stream.sensed(), (first + i % TestMbu.UNITS) * layout.setBytes(), i / TestMbu.UNITS))
                        .toArray();
                assertThat(data.integers("samples", Integer.MIN_VALUE, Integer.MAX_VALUE))
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void viewerThatWasAwayForLongGetsTheNewestAndIsToldOfTheRest() throws IOException {
        int packets = 3000;
        mbu.send(Frames.body(2, TestMbu.packets(0, 0, packets)));
        try (EventWire back = live(Map.of("Last-Event-ID", "0,0"))) {
            JsonObject missed = back.next("missed");
            assertThat(missed.integer("packets", 0, packets)).isEqualTo(2000);
            assertThat(missed.integer("units", 0, Long.MAX_VALUE)).isEqualTo(2000 * TestMbu.UNITS);
            for (long sequence = 2000; sequence < packets; sequence++) {
                assertThat(sequence(back.next("data"))).isEqualTo(sequence);
            }
        }
    }

    /** The only key packet is the first one: who wants the last packets has to decode all before them. */
    @Test
    void replayThatWouldDecodeTooMuchIsMissedAndLiveDataGoOn() throws IOException {
        int packets = 5000;
        String chain = "packetizer(units=255,hold=0)|deflate(level=6,context=stream,key=60min)";
        List<Packet> stream = zeros(chain, packets + 1);
        TestMbu constant = new TestMbu(host.base(), Map.of(), chain);
        constant.register();
        constant.send(Frames.statefulBody(2, stream.subList(0, packets)));
        try (EventWire back = live(constant, Map.of("Last-Event-ID", packets - 10 + ",0"))) {
            JsonObject missed = back.next("missed");
            assertThat(missed.integer("packets", 0, packets)).isEqualTo(10);
            assertThat(missed.integer("units", 0, Long.MAX_VALUE)).isEqualTo(10 * 255);
            constant.send(Frames.statefulBody(2, stream.subList(packets, packets + 1)));
            assertThat(sequence(back.next("data"))).isEqualTo(packets);
        }
    }

    /** A signal of zeros, 255 sensor sets in a packet. */
    private static List<Packet> zeros(String chain, int count) {
        SensorGroup group = TestMbu.BAN.groups().get(0);
        int bytes = 255 * group.setBytes();
        List<Packet> packets = new ArrayList<>();
        try (ChainEncoder encoder =
                TranscodingChain.parse(chain, Transcoders.installed()).newEncoder(group)) {
            for (int packet = 0; packet < count; packet++) {
                Block block = new Block(bytes);
                block.append(new byte[bytes], 0, bytes);
                block.describe(TestMbu.ORIGIN, 255L * packet, 255);
                encoder.encode(
                        block,
                        out -> packets.add(Packet.of(
                                new PacketHeader(
                                        0,
                                        packets.size(),
                                        out.originNanos(),
                                        out.firstUnit(),
                                        out.unitCount(),
                                        out.key()),
                                Arrays.copyOf(out.bytes(), out.length()))));
            }
        }
        return packets;
    }

    @Test
    void largeGroupLeavesRoomForTheOthers() throws IOException {
        int units = 8000;
        int packets = 60;
        mbu.send(0, 3);
        mbu.send(Frames.body(
                2,
                IntStream.range(0, packets)
                        .mapToObj(sequence -> Packet.of(
                                new PacketHeader(1, sequence, TestMbu.ORIGIN, (long) sequence * units, units, true),
                                new byte[2 * units]))
                        .toList()));
        try (EventWire back = live(Map.of("Last-Event-ID", "0,0"))) {
            JsonObject missed = back.next("missed");
            long left = missed.integer("packets", 1, packets - 1);
            assertThat(missed.integer("units", 0, Long.MAX_VALUE)).isEqualTo(left * units);
            for (long sequence = 0; sequence < 3; sequence++) {
                assertThat(sequence(back.next("data"))).isEqualTo(sequence);
            }
            assertThat(sequence(back.next("data"))).isEqualTo(left);
        }
    }

    @Test
    void viewerThatComesBackGetsAGapBeforeWhatFillsIt() throws IOException {
        TestMbu other = LateFirst.at(host.base());
        other.register();
        other.send(Frames.body(
                2, List.of(LateFirst.ecg(0, 0), LateFirst.gap(1, 1, 4), LateFirst.late(0, 1), LateFirst.ecg(5, 5))));
        try (EventWire back = live(other, Map.of("Last-Event-ID", "0,0"))) {
            assertThat(sequence(back.next("data"))).isZero();
            assertThat(sequence(back.next("gap"))).isEqualTo(1);
            assertThat(sequence(back.next("data"))).isEqualTo(5);
            assertThat(back.next("data").integer("group", 0, 1)).isZero();
            assertThat(back.lastId()).isEqualTo("1,6");
        }
    }

    @Test
    void viewerIsToldOfWhatCannotBeRead() throws IOException {
        host.close();
        FaultyStore store = new FaultyStore(JdbcStore.open(directory.resolve("broken.db")));
        host = RunningHost.over(store);
        TestMbu one = mbu.at(host.base());
        one.register();
        one.send(0, 5);
        store.broken(true);
        try (EventWire back = live(one, Map.of("Last-Event-ID", "2,0"))) {
            JsonObject missed = back.next("missed");
            assertThat(missed.integer("packets", 0, 5)).isEqualTo(3);
            assertThat(missed.integer("units", 0, Long.MAX_VALUE)).isEqualTo(3 * TestMbu.UNITS);
            store.broken(false);
            one.send(5, 6);
            assertThat(sequence(back.next("data"))).isEqualTo(5);
            assertThat(back.lastId()).isEqualTo("6,0");
        }
    }

    @Test
    void damagedPacketIsMissedAndTheRestComes() throws Exception {
        mbu.send(0, 6);
        try (Connection connection = TestConnections.open("jdbc:sqlite:" + directory.resolve("store.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE item SET crc = crc + 1 WHERE sequence = 3");
        }
        try (EventWire back = live(Map.of("Last-Event-ID", "2,0"))) {
            JsonObject missed = back.next("missed");
            assertThat(missed.integer("packets", 0, 6)).isEqualTo(1);
            assertThat(missed.integer("units", 0, Long.MAX_VALUE)).isEqualTo(TestMbu.UNITS);
            for (long sequence : new long[] {2, 4, 5}) {
                assertThat(sequence(back.next("data"))).isEqualTo(sequence);
            }
        }
    }

    @Test
    void tailIsTrueOrFalse() throws IOException {
        WireAnswer answer = get("surrogates/" + mbu.session() + "/live?tail=1", Map.of());
        assertThat(answer.error()).isEqualTo("malformed-request");
    }

    @Test
    void idThatIsNoneOfThisSurrogateIsRefused() throws IOException {
        String path = "surrogates/" + mbu.session() + "/live";
        for (String id : List.of("1,2,3", "1,-2", "1,x", "1,99999999999999999999")) {
            assertThat(get(path, Map.of("Last-Event-ID", id)).error()).isEqualTo("malformed-request");
        }
    }
}
