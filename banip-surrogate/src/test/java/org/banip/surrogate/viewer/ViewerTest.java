package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.interconnect.RegistrationRequest;
import org.banip.core.json.JsonObject;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.api.HostContext;
import org.banip.surrogate.api.Surrogate;
import org.banip.surrogate.api.SurrogateContext;
import org.banip.surrogate.api.SurrogateProvider;
import org.banip.surrogate.settings.HostLimits;
import org.banip.surrogate.standalone.HostServerSettings;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What viewers get over HTTP; ViewerAccessTest says who may view. */
class ViewerTest {
    @TempDir
    private Path directory;

    private RunningHost host;
    private TestMbu mbu;

    @BeforeEach
    void start() throws IOException {
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder ->
                        builder.limits(HostLimits.builder().viewers(2).build()).surrogateType(new Talking()),
                HostServerSettings.loopback());
        mbu = new TestMbu(host.base());
        mbu.register();
    }

    /** Says a line for every packet. */
    private static final class Talking implements SurrogateProvider {
        @Override
        public String name() {
            return "talking";
        }

        @Override
        public CompletableFuture<Surrogate> create() {
            return CompletableFuture.completedFuture(new Surrogate() {
                @Override
                public void activate(HostContext host, SurrogateContext context) {
                    context.subscribe(data -> context.tell("a line with \"quotes\""));
                }

                @Override
                public void deactivate() {}
            });
        }
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Test
    void listNamesEachSurrogateWithItsCounters() throws IOException {
        mbu.send(0, 3);
        JsonObject list = JsonObject.parse(get("surrogates", Map.of()).text());

        assertThat(list.integer("total", 0, 10)).isEqualTo(1);
        JsonObject surrogate = list.objects("surrogates").get(0);
        assertThat(surrogate.string("session")).isEqualTo(mbu.session().toString());
        assertThat(surrogate.string("ban")).isEqualTo("ban-17");
        assertThat(surrogate.string("state")).isEqualTo("active");
        JsonObject ecg = surrogate.objects("groups").get(0);
        assertThat(ecg.string("name")).isEqualTo("ecg");
        assertThat(ecg.integer("packets", 0, 99)).isEqualTo(3);
        assertThat(ecg.integer("units", 0, 99)).isEqualTo(12);
        assertThat(ecg.integer("nextSequence", 0, 99)).isEqualTo(3);
        assertThat(ecg.string("chain")).isEqualTo("packetizer(units=4,hold=0)");
    }

    @Test
    void liveEventsDescribeTheBanAndBringItsSamples() throws IOException {
        try (EventWire live = live(Map.of())) {
            assertThat(live.head().header("content-type")).startsWith("text/event-stream");
            JsonObject ban = live.next("appeared");
            JsonObject channel =
                    ban.objects("groups").get(0).objects("channels").get(1);
            assertThat(channel.string("label")).isEqualTo("V5");
            assertThat(channel.string("unit")).isEqualTo("mV");
            assertThat(channel.number("physicalMin")).isEqualTo(-5.12);

            mbu.send(Frames.body(2, List.of(TestMbu.packet(0, 0), TestMbu.gap(0, 1, 1))));
            JsonObject data = live.next("data");
            assertThat(data.integer("group", 0, 1)).isZero();
            assertThat(data.integer("units", 0, 9)).isEqualTo(4);
            assertThat(data.integer("firstNanos", 0, Long.MAX_VALUE)).isEqualTo(TestMbu.ORIGIN);
            assertThat(live.lastText()).contains("\"samples\":[0,4,8,12,2,6,10,14]");
            JsonObject gap = live.next("gap");
            assertThat(gap.string("reason")).isEqualTo("spool-full");
            assertThat(gap.integer("units", 0, 9)).isEqualTo(4);

            mbu.delete();
            assertThat(live.next("disappeared").string("reason")).isEqualTo("deregistered");
            live.awaitEnd();
        }
    }

    @Test
    void viewersAreToldWhatASurrogateSays() throws IOException {
        TestMbu talker = new TestMbu(host.base());
        RegistrationRequest plain = talker.registration();
        talker.post(new RegistrationRequest(plain.session(), "talking", plain.chain(), Map.of(), plain.ban()).toJson());
        try (EventWire live = live(talker, Map.of())) {
            live.next("appeared");
            talker.send(0, 1);
            JsonObject told = live.next("told");
            assertThat(told.string("text")).isEqualTo("a line with \"quotes\"");
            assertThat(told.integer("atNanos", 1, Long.MAX_VALUE)).isPositive();
        }
    }

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
            try (EventWire back = live(slow, Map.of("Last-Event-ID", "2,0"))) {
                back.next("appeared");
                store.full(false);
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
    void idThatIsNoneOfThisSurrogateIsRefused() throws IOException {
        String path = "surrogates/" + mbu.session() + "/live";
        for (String id : List.of("1", "1,2,3", "1,-2", "1,x", "1,99999999999999999999")) {
            assertThat(get(path, Map.of("Last-Event-ID", id)).error()).isEqualTo("malformed-request");
        }
    }

    private static long sequence(JsonObject event) {
        return event.integer("sequence", 0, Long.MAX_VALUE);
    }

    @Test
    void quietStreamHasAHeartbeat() throws IOException {
        try (EventWire live = live(Map.of())) {
            live.awaitComment();
        }
    }

    @Test
    void viewerThatDoesNotReadLosesDataIsToldAndDelaysNobody() throws IOException {
        try (EventWire live = live(Map.of())) {
            live.next("appeared");
            int packets = 400;
            List<Packet> big = java.util.stream.IntStream.range(0, packets)
                    .mapToObj(sequence -> Packet.of(
                            new PacketHeader(0, sequence, TestMbu.ORIGIN, sequence * 8000L, 8000, true),
                            new byte[32_000]))
                    .toList();
            assertThat(mbu.send(Frames.body(2, big)).acknowledged()).containsExactly((long) packets, 0L);
            assertThat(host.host().statistics().live().missedPackets()).isPositive();

            assertThat(live.next("missed").integer("units", 1, Long.MAX_VALUE)).isPositive();
        }
        await().until(() -> host.host().statistics().subscribers() == 0);
    }

    @Test
    void unknownSurrogateAndTooManyViewersAreRefused() throws IOException {
        assertThat(get("surrogates/" + UUID.randomUUID() + "/live", Map.of()).error())
                .isEqualTo("unknown-interconnect");
        assertThat(get("surrogates/x/y/z", Map.of()).error()).isEqualTo("malformed-request");
        try (EventWire first = live(Map.of());
                EventWire second = live(Map.of())) {
            first.next("appeared");
            second.next("appeared");
            WireAnswer third = get("surrogates/" + mbu.session() + "/live", Map.of());
            assertThat(third.status()).isEqualTo(503);
            assertThat(third.error()).isEqualTo("limit-reached");
        }
    }

    @Test
    void pageLoadsNothingFromAnywhere() throws IOException {
        WireAnswer page = get("", Map.of());
        assertThat(page.header("content-type")).startsWith("text/html");
        assertThat(page.header("content-security-policy"))
                .contains("default-src 'none'", "script-src 'sha256-", "style-src 'sha256-")
                .doesNotContain("unsafe");
        assertThat(page.text()).contains("canvas").doesNotContain("http:", "https:", "src=", "@import", "url(");
    }

    private EventWire live(Map<String, String> headers) throws IOException {
        return live(mbu, headers);
    }

    private EventWire live(TestMbu of, Map<String, String> headers) throws IOException {
        return new EventWire(host.base(), "surrogates/" + of.session() + "/live", headers);
    }

    private WireAnswer get(String path, Map<String, String> headers) throws IOException {
        try (HttpWire wire = new HttpWire(host.base(), headers)) {
            return wire.exchange("GET", path);
        }
    }
}
