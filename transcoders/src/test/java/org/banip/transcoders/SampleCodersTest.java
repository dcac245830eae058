package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of every component that reads samples. */
class SampleCodersTest {
    private static final String RICE = "rice";
    private static final String PREDICT = "predict(key=2s)";
    private static final String AUTO = "auto(key=2s)";
    private static final String HIGH = "predict(effort=high,key=2s)";
    private static final String AUTO_HIGH = "auto(effort=high,key=2s)";

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
        int most = 2 + signal.group().channels().size(); // each channel may have a lattice
        for (Packet packet : packets) {
            int plain = packet.header().unitCount() * signal.group().setBytes();
            assertThat(packet.payload().length).as(what).isLessThanOrEqualTo(plain + 8);
            longer += packet.payload().length > plain ? 1 : 0;
            most += text.startsWith("auto") && packet.header().key() ? 1 : 0; // it names its coder there
        }
        assertThat(longer).as(what + ", packets that grew").isLessThanOrEqualTo(most);
        byte[] sets = decodeAll(chain, signal.group(), packets);
        assertThat(Arrays.equals(sets, signal.bytes())).as(what).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void awkwardSignalsAreDecodedExactlyAndGrowLittle(String text) {
        long seed = 1;
        for (Signal signal : AwkwardSignals.all()) {
            assertRoundTrip(text, signal, 1, seed++);
            assertRoundTrip(text, signal, 30, seed++);
            assertRoundTrip(text, signal, 1000, seed++);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO, AUTO_HIGH})
    void recordingsAreDecodedExactly(String text) {
        assumeThat(SharedRecordings.all()).as(SharedRecordings.absence()).isNotEmpty();
        long seed = 500;
        int samples = text.contains("high") ? 20_000 : Integer.MAX_VALUE; // high effort is slow
        for (Signal signal : SharedRecordings.all()) {
            int units = samples / signal.group().channels().size();
            assertRoundTrip(text, AwkwardSignals.cut(signal, units), 400, seed++);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {RICE, PREDICT, HIGH, AUTO})
    void channelsOfAnyNumberAndWidthAreDecodedExactly(String text) {
        for (int channels = 1; channels <= 64; channels++) {
            int first = channels;
            int[] bits = IntStream.range(0, channels)
                    .map(c -> 8 + (first + c) % 17) // 8 to 24
                    .toArray();
            SensorGroup group = AwkwardSignals.mixed("250", bits);
            assertRoundTrip(text, AwkwardSignals.wandering(group, 40, 4, channels), 15, channels);
        }
    }

    /** Like a reader that starts in the middle of a recording, with a decoder of its own, at some key packet. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "predict(key=1s)",
                "predict(effort=high,key=1s)",
                "auto(key=1s)",
                "auto(effort=high,key=1s)",
                "deflate(context=stream,key=1s)"
            })
    void readersStartInTheMiddleOfARecording(String text) {
        assumeThat(SharedRecordings.all()).as(SharedRecordings.absence()).isNotEmpty();
        long seed = 700;
        for (Signal recording : SharedRecordings.all()) {
            long units = recording.group().frequency().unitAtOrAfter(3_000_000_000L);
            assertReadsFromKeyPackets(text, AwkwardSignals.cut(recording, (int) Math.max(60, units)), seed++);
        }
    }

    private static void assertReadsFromKeyPackets(String text, Signal signal, long seed) {
        String what = text + " on " + signal + ", seed " + seed;
        TranscodingChain chain = Transcript.chain(text);
        int fifth = (int) signal.group().frequency().unitAtOrAfter(200_000_000L);
        List<Packet> packets = Transcript.encode(chain, signal, Math.max(2, fifth), seed);
        int[] keys = IntStream.range(1, packets.size())
                .filter(i -> packets.get(i).header().key())
                .toArray();
        assertThat(keys).as(what).isNotEmpty();
        int start = keys[new Random(seed).nextInt(keys.length)];
        List<Packet> some = packets.subList(start, Math.min(start + 12, packets.size()));
        int from = (int) some.get(0).header().firstUnit() * signal.group().setBytes();
        byte[] sets = decodeAll(chain, signal.group(), some);
        assertThat(Arrays.equals(sets, 0, sets.length, signal.bytes(), from, from + sets.length))
                .as(what)
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {PREDICT, HIGH, AUTO, AUTO_HIGH})
    void decodingStartsAtKeyPacketsOnly(String text) {
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
    @ValueSource(strings = {PREDICT, HIGH, AUTO, AUTO_HIGH})
    void decodingContinuesAfterLostPacketsAndARestart(String text) {
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
