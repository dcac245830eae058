package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every component that reads samples. */
class SampleCodersTest {
    private static final String RICE = "rice";
    private static final String PREDICT = "predict(key=2s)";
    private static final String AUTO = "auto(key=2s)";
    private static final String HIGH = "predict(effort=high,key=2s)";

    private static Block decode(ChainDecoder decoder, PacketHeader header, byte[] payload) {
        return decoder.decode(header, payload, 0, payload.length);
    }

    private static byte[] decodeAll(TranscodingChain chain, SensorGroup group, List<Packet> packets) {
        ByteArrayOutputStream sets = new ByteArrayOutputStream();
        try (ChainDecoder decoder = chain.newDecoder(group)) {
            for (Packet packet : packets) {
                Block block = decode(decoder, packet.header(), packet.payload());
                sets.write(block.bytes(), 0, block.length());
            }
        }
        return sets.toByteArray();
    }

    private static void assertRoundTrip(String text, Signal signal, int maxBlock, long seed) {
        String what = text + " on " + signal.group().channels().size() + " channels of " + signal + ", seed " + seed;
        TranscodingChain chain = Transcript.chain(text);
        List<Packet> packets = Transcript.encode(chain, signal, maxBlock, seed);
        int longer = 0;
        int most = 2;
        for (Packet packet : packets) {
            int plain = packet.header().unitCount() * signal.group().setBytes();
            assertThat(packet.payload().length).as(what).isLessThanOrEqualTo(plain + 8);
            longer += packet.payload().length > plain ? 1 : 0;
            most += text.equals(AUTO) && packet.header().key() ? 1 : 0; // which names its coder there
        }
        assertThat(longer).as(what + ", packets that grew").isLessThanOrEqualTo(most);
        byte[] sets = decodeAll(chain, signal.group(), packets);
        assertThat(Arrays.equals(sets, signal.bytes())).as(what).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void awkwardSignalsComeBackAndHardlyGrow(String text) {
        long seed = 1;
        for (Signal signal : AwkwardSignals.all()) {
            assertRoundTrip(text, signal, 1, seed++);
            assertRoundTrip(text, signal, 30, seed++);
            assertRoundTrip(text, signal, 1000, seed++);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void recordingsComeBack(String text) {
        assumeThat(Recordings.all()).as(Recordings.absence()).isNotEmpty();
        long seed = 500;
        int samples = text.equals(HIGH) ? 20_000 : Integer.MAX_VALUE; // which takes its time
        for (Signal signal : Recordings.all()) {
            int units = samples / signal.group().channels().size();
            assertRoundTrip(text, AwkwardSignals.cut(signal, units), 400, seed++);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void truncationAtEveryByteIsAnErrorOrGivesWholeSensorSets(String text) {
        TranscodingChain chain = Transcript.chain(text);
        for (Signal signal : damaged()) {
            List<Packet> packets = encodePair(chain, signal);
            Packet victim = packets.get(1);
            try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
                for (int length = 0; length < victim.payload().length; length++) {
                    decode(decoder, packets.get(0).header(), packets.get(0).payload());
                    byte[] cut = Arrays.copyOf(victim.payload(), length);
                    assertRefusedOrWhole(decoder, victim.header(), cut, signal + ", cut to " + length);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void eachFlippedBitIsAnErrorOrGivesWholeSensorSets(String text) {
        TranscodingChain chain = Transcript.chain(text);
        int step = text.equals(HIGH) ? 11 : 1; // which takes its time
        for (Signal signal : damaged()) {
            List<Packet> packets = encodePair(chain, signal);
            try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
                for (Packet victim : packets) {
                    for (int bit = 0; bit < victim.payload().length * 8; bit += step) {
                        if (!victim.header().key()) {
                            decode(
                                    decoder,
                                    packets.get(0).header(),
                                    packets.get(0).payload());
                        }
                        byte[] flipped = victim.payload().clone();
                        flipped[bit / 8] ^= (byte) (1 << bit % 8);
                        assertRefusedOrWhole(decoder, victim.header(), flipped, signal + ", bit " + bit);
                    }
                }
            }
        }
    }

    private static List<Packet> encodePair(TranscodingChain chain, Signal signal) {
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group())) {
            int first = signal.units() * 3 / 4;
            encoder.encode(signal.block(0, first), transcript);
            encoder.encode(signal.block(first, signal.units() - first), transcript);
        }
        return transcript.packets();
    }

    private static List<Signal> damaged() {
        SensorGroup mixed = AwkwardSignals.mixed("100", 8, 16, 24, 32);
        return List.of(
                AwkwardSignals.wandering(mixed, 60, 5, 20),
                AwkwardSignals.of("coarse", mixed, 400, (unit, c) -> (unit * unit >> 3) % 40 * 3 + 1),
                Signal.noise(mixed, 20, 21));
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void noiseInsteadOfPayloadIsAnErrorOrGivesWholeSensorSets(String text) {
        SensorGroup group = AwkwardSignals.mixed("100", 16, 8, 32, 24);
        try (ChainDecoder decoder = Transcript.chain(text).newDecoder(group)) {
            for (long seed = 1; seed <= 3000; seed++) {
                Random random = new Random(seed);
                byte[] payload = new byte[random.nextInt(200)];
                random.nextBytes(payload);
                PacketHeader header = new PacketHeader(0, seed, Signal.ORIGIN_NANOS, 0, 1 + random.nextInt(90), true);
                assertRefusedOrWhole(decoder, header, payload, "seed " + seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void largestClaimsAreDecodedOrRefusedWithinTheLimit(String text) {
        SensorGroup group = Signal.group("100", 512, 32);
        try (ChainDecoder decoder = Transcript.chain(text).newDecoder(group)) {
            for (byte[] payload : new byte[][] {{}, {0}, {-1}, {0, -1, 0x55, 3}}) {
                PacketHeader header = new PacketHeader(0, 0, Signal.ORIGIN_NANOS, 0, 512, true);
                assertRefusedOrWhole(decoder, header, payload, Arrays.toString(payload));
            }
        }
    }

    private static void assertRefusedOrWhole(ChainDecoder decoder, PacketHeader header, byte[] payload, String what) {
        try {
            assertThat(decode(decoder, header, payload).unitCount()).as(what).isEqualTo(header.unitCount());
        } catch (BanipException e) {
            assertThat(e.code()).as(what).isEqualTo(ErrorCode.UNDECODABLE_PACKET);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PREDICT, HIGH, AUTO})
    void decodingStartsAtAnyKeyPacketAndNowhereElse(String text) {
        Signal signal = AwkwardSignals.wandering(Signal.group("360", 2, 16), 7200, 5, 30); // 20 s
        TranscodingChain chain = Transcript.chain(text);
        List<Packet> packets = Transcript.encode(chain, signal, 300, 302);
        int keys = 0;
        for (Packet start : packets) {
            if (!start.header().key()) {
                try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
                    assertThatThrownBy(() -> decode(decoder, start.header(), start.payload()))
                            .hasMessageContaining("is not a key packet");
                }
                continue;
            }
            keys++;
            byte[] sets = decodeAll(chain, signal.group(), packets.subList((int) start.sequence(), packets.size()));
            assertThat(sets)
                    .isEqualTo(Arrays.copyOfRange(
                            signal.bytes(), (int) start.header().firstUnit() * 4, signal.bytes().length));
        }
        assertThat(keys).isBetween(8, 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {PREDICT, HIGH, AUTO})
    void restartInMidStreamMakesUpForLostPackets(String text) {
        Signal signal = AwkwardSignals.wandering(Signal.group("360", 2, 16), 1200, 5, 31);
        TranscodingChain chain = Transcript.chain("packetizer(units=60,hold=0)|" + text);
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group());
                ChainDecoder decoder = chain.newDecoder(signal.group())) {
            encoder.encode(signal.block(0, 600), transcript); // packets 0 to 9, of which 5 to 9 get lost
            encoder.restart();
            encoder.encode(signal.block(600, 600), transcript);
            List<Packet> packets = transcript.packets();
            for (Packet packet : packets.subList(0, 5)) {
                decode(decoder, packet.header(), packet.payload());
            }
            decoder.lose();
            for (Packet packet : packets.subList(10, 20)) {
                Block block = decode(decoder, packet.header(), packet.payload());
                int from = (int) block.firstUnit() * 4;
                assertThat(Arrays.copyOf(block.bytes(), block.length()))
                        .isEqualTo(Arrays.copyOfRange(signal.bytes(), from, from + block.length()));
            }
        }
    }
}
