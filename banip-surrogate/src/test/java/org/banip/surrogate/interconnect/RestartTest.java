package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains with state: decoders come back in step from the store, after a restart, an expiry, or a packet that did not decode. */
class RestartTest {
    private static final String CHAIN = "packetizer(units=4,hold=0)|deflate(level=6,context=stream,key=1min)";

    @TempDir
    private Path directory;

    private final byte[] sensed = samples(4 * 40);
    private final List<Packet> packets = encode(sensed);

    @Test
    void restartedHostGoesOnInTheMiddleOfAStream() throws IOException {
        TestMbu mbu;
        URI base;
        try (RunningHost first = host()) {
            mbu = new TestMbu(first.base(), Map.of(), CHAIN);
            mbu.register();
            base = first.base();
            assertThat(send(mbu, packets.subList(0, 25)).acknowledged()).containsExactly(25L, 0L);
        }
        assertThat(packets.get(25).header().key()).isFalse();
        Recorded recorded = new Recorded();
        try (RunningHost second = host()) {
            second.host().subscribe("test", recorded);
            TestMbu again = mbu.at(second.base());
            assertThat(second.base()).isNotEqualTo(base);
            assertThat(again.send(Frames.statefulBody(2, packets.subList(25, 26)))
                            .error())
                    .isEqualTo("unknown-interconnect");
            assertThat(again.register().groups())
                    .extracting(RegistrationAnswer.GroupState::nextSequence)
                    .containsExactly(25L, 0L);
            assertThat(send(again, packets.subList(25, 40)).acknowledged()).containsExactly(40L, 0L);
            await().untilAsserted(() -> assertThat(recorded.data()).hasSize(15));
        }
        assertThat(recorded.bytes(0)).isEqualTo(Arrays.copyOfRange(sensed, 25 * 16, 40 * 16));
    }

    @Test
    void firstBodyAfterARestartMayReferToTheLastPacket() throws IOException {
        TestMbu mbu;
        try (RunningHost first = host()) {
            mbu = new TestMbu(first.base());
            mbu.register();
            mbu.send(0, 3);
        }
        try (RunningHost second = host()) {
            TestMbu again = mbu.at(second.base());
            again.register();
            List<PacketHeader> last = Arrays.asList(TestMbu.packet(0, 2).header(), null);
            byte[] body = Frames.bodyAfter(last, List.of(TestMbu.packet(0, 3)));
            assertThat(again.send(body).acknowledged()).containsExactly(4L, 0L);
        }
    }

    @Test
    void packetThatDoesNotDecodeIsNotStoredAndItsTrueFormIsTaken() throws IOException {
        try (RunningHost host = host()) {
            Recorded recorded = new Recorded();
            host.host().subscribe("test", recorded);
            TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
            mbu.register();
            Packet wrong = Packet.of(packets.get(10).header(), new byte[] {7, 7, 7});
            List<Sequenced> items = new ArrayList<>(packets.subList(0, 10));
            items.add(wrong);
            items.addAll(packets.subList(11, 15));

            WireAnswer answer = mbu.send(Frames.statefulBody(2, items));
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.error()).isEqualTo("undecodable-packet");
            assertThat(answer.message()).contains("packet 10 of group ecg");

            assertThat(send(mbu, packets.subList(10, 40)).acknowledged()).containsExactly(40L, 0L);
            await().untilAsserted(() -> assertThat(recorded.data()).hasSize(40));
            assertThat(recorded.bytes(0)).isEqualTo(sensed);
        }
    }

    @Test
    void afterAGapInPlaceOfAPacketOnlyAKeyPacketIsTaken() throws IOException {
        try (RunningHost host = host()) {
            TestMbu mbu = new TestMbu(host.base(), Map.of(), CHAIN);
            mbu.register();
            send(mbu, packets.subList(0, 10));
            List<Sequenced> items = new ArrayList<>(List.of(TestMbu.gap(0, 10, 2)));
            items.addAll(packets.subList(12, 13));

            assertThat(mbu.send(Frames.statefulBody(2, items)).error()).isEqualTo("undecodable-packet");
            List<Packet> restarted = encodeFrom(12);
            assertThat(restarted.get(0).header().key()).isTrue();
            assertThat(send(mbu, restarted).acknowledged()).containsExactly(40L, 0L);
        }
    }

    private RunningHost host() {
        return RunningHost.over(JdbcStore.open(directory.resolve("store.db")));
    }

    private static WireAnswer send(TestMbu mbu, List<Packet> some) throws IOException {
        return mbu.send(Frames.statefulBody(2, some));
    }

    private static byte[] samples(int units) {
        Random random = new Random(4711);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int unit = 0; unit < 2 * units; unit++) {
            int value = (int) (1000 + 400 * Math.sin(unit / 9.0)) + random.nextInt(8);
            out.write(value);
            out.write(value >> 8);
        }
        return out.toByteArray();
    }

    private static List<Packet> encode(byte[] sets) {
        return encode(sets, 0);
    }

    private List<Packet> encodeFrom(int packet) {
        return encode(Arrays.copyOfRange(sensed, packet * 16, sensed.length), packet);
    }

    private static List<Packet> encode(byte[] sets, int firstPacket) {
        List<Packet> all = new ArrayList<>();
        try (ChainEncoder encoder = TranscodingChain.parse(CHAIN, Transcoders.installed())
                .newEncoder(TestMbu.BAN.groups().get(0))) {
            Block block = new Block(4);
            for (int unit = 0; unit < sets.length / 4; unit++) {
                block.clear();
                block.append(sets, 4 * unit, 4);
                block.describe(TestMbu.ORIGIN, 4L * firstPacket + unit, 1);
                encoder.encode(block, out -> all.add(packet(out, firstPacket + all.size())));
            }
        }
        return all;
    }

    private static Packet packet(Block block, long sequence) {
        PacketHeader header =
                new PacketHeader(0, sequence, block.originNanos(), block.firstUnit(), block.unitCount(), block.key());
        return Packet.of(header, Arrays.copyOf(block.bytes(), block.length()));
    }
}
