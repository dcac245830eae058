package org.banip.surrogate.interconnect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.banip.core.interconnect.RegistrationAnswer;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.EncodedStream;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.Recorded;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chains with state: decoders come back in step from the store, after a restart, an expiry, or a packet that did not decode. */
class RestartTest {
    private static final String PACKETIZER = "packetizer(units=4,hold=0)|";
    private static final String CHAIN = PACKETIZER + "deflate(level=6,context=stream,key=1min)";

    @TempDir
    private Path directory;

    private final EncodedStream stream = new EncodedStream(CHAIN, 40);
    private final byte[] sensed = stream.sensed();
    private final List<Packet> packets = stream.packets();

    /** With {@code auto} a coder that was chosen between two key packets has to be found again, too. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "deflate(level=6,context=stream,key=1min)",
                "predict(effort=normal,key=1min)",
                "predict(effort=high,key=1min)",
                "auto(effort=normal,key=1min)",
                "auto(effort=high,key=60min)"
            })
    void restartedHostGoesOnInTheMiddleOfAStream(String coder) throws IOException {
        String chain = PACKETIZER + coder;
        int before = coder.startsWith("auto") ? 1400 : 25; // effort=high changes its coder soon after the noise ends
        EncodedStream signal = new EncodedStream(chain, before + 15, 1000, 16_384);
        List<Packet> all = signal.packets();
        assertThat(all).extracting(packet -> packet.header().key()).startsWith(true, false);
        assertThat(all.subList(1, all.size()))
                .noneMatch(packet -> packet.header().key());
        assertThat(all.subList(0, before).stream().filter(packet -> packet.payload().length == 16 + 2))
                .hasSize(coder.startsWith("auto(effort=high") ? 1 : 0);
        TestMbu mbu;
        try (RunningHost first = host()) {
            mbu = new TestMbu(first.base(), Map.of(), chain);
            mbu.register();
            assertThat(send(mbu, all.subList(0, before)).acknowledged()).containsExactly((long) before, 0L);
        }
        Recorded recorded = new Recorded();
        try (RunningHost second = host()) {
            second.host().subscribe("test", recorded);
            TestMbu again = mbu.at(second.base());
            assertThat(again.send(Frames.statefulBody(2, all.subList(before, before + 1)))
                            .error())
                    .isEqualTo("unknown-interconnect");
            assertThat(again.register().groups())
                    .extracting(RegistrationAnswer.GroupState::nextSequence)
                    .containsExactly((long) before, 0L);
            assertThat(send(again, all.subList(before, before + 15)).acknowledged())
                    .containsExactly(before + 15L, 0L);
            await().untilAsserted(() -> assertThat(recorded.data()).hasSize(15));
        }
        byte[] sets = signal.sensed();
        assertThat(recorded.bytes(0)).isEqualTo(Arrays.copyOfRange(sets, before * 16, (before + 15) * 16));
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
            List<Packet> restarted = stream.encodedFrom(12);
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
}
