package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainRoundTripTest {
    private static final String STREAM = "packetizer(units=60,hold=0)|deflate(context=stream,key=2s)";

    static Stream<String> chains() {
        return Stream.of(
                "packetizer",
                "packetizer(units=140,hold=0)|deflate(level=6)",
                "packetizer(units=60,hold=100ms)|deflate(level=1)",
                "deflate(level=9)",
                "deflate(level=9,context=stream,key=5s)",
                STREAM,
                "packetizer(units=3)|packetizer(units=17,hold=0)|deflate(context=stream)|deflate");
    }

    private static List<Signal> generated() {
        SensorGroup ecg = Signal.group("360", 2, 12);
        List<Signal> signals = new ArrayList<>();
        for (long seed = 1; seed <= 3; seed++) {
            signals.add(Signal.waves(ecg, 4000, seed));
            signals.add(Signal.noise(ecg, 1500, seed));
            signals.add(Signal.plateaus(ecg, 3000, seed));
            signals.add(Signal.waves(Signal.group("1/60", 10, 16), 50, seed));
            signals.add(Signal.waves(Signal.group("512", 32, 24), 700, seed));
            signals.add(Signal.waves(Signal.group("8000", 1, 32), 3000, seed));
        }
        return signals;
    }

    @ParameterizedTest
    @MethodSource("chains")
    void generatedSignalsAreDecodedExactly(String chain) {
        long seed = 100;
        for (Signal signal : generated()) {
            assertRoundTrip(Transcript.chain(chain), signal, 1 + (int) seed % 7 * 40, seed++);
        }
    }

    @ParameterizedTest
    @MethodSource("chains")
    void recordingsAreDecodedExactly(String chain) {
        assumeThat(SharedRecordings.all()).as(SharedRecordings.absence()).isNotEmpty();
        long seed = 200;
        for (Signal signal : SharedRecordings.all()) {
            assertRoundTrip(Transcript.chain(chain), signal, 400, seed++);
        }
    }

    private static void assertRoundTrip(TranscodingChain chain, Signal signal, int maxBlock, long seed) {
        String what = chain + " on " + signal + ", blocks of 1 to " + maxBlock + ", seed " + seed;
        List<Packet> packets = Transcript.encode(chain, signal, maxBlock, seed);
        ByteArrayOutputStream sets = new ByteArrayOutputStream();
        try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
            long unit = 0;
            for (Packet packet : packets) {
                Block block = decode(decoder, packet);
                assertThat(block.firstUnit()).as(what).isEqualTo(unit);
                sets.write(block.bytes(), 0, block.length());
                unit += block.unitCount();
            }
            assertThat(Arrays.equals(sets.toByteArray(), signal.bytes()))
                    .as(what)
                    .isTrue();
            for (TranscoderStatistics component : decoder.statistics()) {
                assertThat(component.units()).as(what).isEqualTo(signal.units());
                assertThat(component.blocks()).as(what).isEqualTo(packets.size());
            }
        }
    }

    private static Block decode(ChainDecoder decoder, Packet packet) {
        return decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length);
    }

    private static Block decode(ChainDecoder decoder, PacketHeader header, byte[] payload) {
        return decoder.decode(header, payload, 0, payload.length);
    }

    /** Tests key packets in the chain without context, and every second packet in the chain with context, which keeps the dictionary full. */
    @ParameterizedTest
    @ValueSource(strings = {"packetizer(units=60,hold=0)|deflate", STREAM})
    void truncationAtEveryByteIsAnErrorOrGivesWholeSensorSets(String text) {
        TranscodingChain chain = Transcript.chain(text);
        for (Signal signal : damaged()) {
            List<Packet> packets = Transcript.encode(chain, signal, 30, 300);
            Packet victim = packets.get(1);
            try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
                for (int length = 0; length < victim.payload().length; length++) {
                    decode(decoder, packets.get(0));
                    byte[] cut = Arrays.copyOf(victim.payload(), length);
                    assertRefusedOrWhole(decoder, victim.header(), cut, signal + ", cut to " + length);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"packetizer(units=60,hold=0)|deflate", STREAM})
    void eachFlippedBitIsAnErrorOrGivesWholeSensorSets(String text) {
        TranscodingChain chain = Transcript.chain(text);
        for (Signal signal : damaged()) {
            List<Packet> packets = Transcript.encode(chain, signal, 30, 301);
            Packet victim = packets.get(1);
            try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
                for (int bit = 0; bit < victim.payload().length * 8; bit++) {
                    decode(decoder, packets.get(0));
                    byte[] flipped = victim.payload().clone();
                    flipped[bit / 8] ^= (byte) (1 << bit % 8);
                    assertThat(new Packet(victim.header(), flipped, victim.crc()).intact())
                            .isFalse();
                    assertRefusedOrWhole(decoder, victim.header(), flipped, signal + ", bit " + bit);
                }
            }
        }
    }

    private static List<Signal> damaged() {
        SensorGroup ecg = Signal.group("360", 2, 12);
        return List.of(Signal.waves(ecg, 180, 20), Signal.noise(ecg, 180, 21), Signal.plateaus(ecg, 180, 22));
    }

    @ParameterizedTest
    @ValueSource(strings = {"packetizer(units=60,hold=0)|deflate", STREAM})
    void noiseInsteadOfPayloadIsAnErrorOrGivesWholeSensorSets(String text) {
        TranscodingChain chain = Transcript.chain(text);
        SensorGroup ecg = Signal.group("360", 2, 12);
        try (ChainDecoder decoder = chain.newDecoder(ecg)) {
            for (long seed = 1; seed <= 2000; seed++) {
                Random random = new Random(seed);
                byte[] payload = new byte[random.nextInt(400)];
                random.nextBytes(payload);
                PacketHeader header = new PacketHeader(0, seed, Signal.ORIGIN_NANOS, 0, 1 + random.nextInt(60), true);
                assertRefusedOrWhole(decoder, header, payload, "seed " + seed);
            }
        }
    }

    private static void assertRefusedOrWhole(ChainDecoder decoder, PacketHeader header, byte[] payload, String what) {
        try {
            assertThat(decode(decoder, header, payload).length()).as(what).isEqualTo(header.unitCount() * 4);
        } catch (BanipException e) {
            assertThat(e.code()).as(what).isEqualTo(ErrorCode.UNDECODABLE_PACKET);
            assertThat(e).as(what).hasMessageContaining("packet " + header.sequence() + " of group ecg");
        }
    }

    @Test
    void decodingStartsAtKeyPacketsOnly() {
        Signal signal = Signal.waves(Signal.group("360", 2, 12), 7200, 30); // 20 s, a key packet each 2 s
        TranscodingChain chain = Transcript.chain(STREAM);
        List<Packet> packets = Transcript.encode(chain, signal, 100, 302);
        List<Long> keys = new ArrayList<>();
        for (Packet start : packets) {
            if (start.header().key()) {
                keys.add(start.header().firstUnit());
            }
            try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
                if (!start.header().key()) {
                    assertThatThrownBy(() -> decode(decoder, start)).hasMessageContaining("is not a key packet");
                    continue;
                }
                for (Packet packet : packets.subList((int) start.sequence(), packets.size())) {
                    assertSets(signal, decode(decoder, packet));
                }
            }
        }
        assertThat(keys).containsExactly(0L, 720L, 1440L, 2160L, 2880L, 3600L, 4320L, 5040L, 5760L, 6480L);
    }

    private static void assertSets(Signal signal, Block block) {
        int from = (int) block.firstUnit() * signal.group().setBytes();
        assertThat(Arrays.copyOf(block.bytes(), block.length()))
                .isEqualTo(Arrays.copyOfRange(signal.bytes(), from, from + block.length()));
    }

    @Test
    void decodingContinuesAfterLostPacketsAndARestart() {
        Signal signal = Signal.plateaus(Signal.group("360", 2, 12), 1200, 31);
        TranscodingChain chain = Transcript.chain("packetizer(units=60,hold=0)|deflate(context=stream)");
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group());
                ChainDecoder decoder = chain.newDecoder(signal.group())) {
            encoder.encode(signal.block(0, 600), transcript); // packets 0 to 9, of which 5 to 9 get lost
            encoder.restart();
            encoder.encode(signal.block(600, 600), transcript);
            List<Packet> packets = transcript.packets();

            for (Packet packet : packets.subList(0, 5)) {
                assertSets(signal, decode(decoder, packet));
            }
            decoder.lose();
            assertThatThrownBy(() -> decode(decoder, packets.get(9))).hasMessageContaining("is not a key packet");
            for (Packet packet : packets.subList(10, 20)) {
                assertThat(packet.header().key()).isEqualTo(packet.sequence() == 10);
                assertSets(signal, decode(decoder, packet));
            }
        }
    }

    @Test
    void packetsAfterOneThatTheSinkRefusedAreDecodable() {
        Signal signal = Signal.waves(Signal.group("360", 2, 12), 600, 32);
        TranscodingChain chain = Transcript.chain("packetizer(units=60,hold=0)|deflate(context=stream)");
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group());
                ChainDecoder decoder = chain.newDecoder(signal.group())) {
            encoder.encode(signal.block(0, 60), transcript);
            assertThatThrownBy(() -> encoder.encode(signal.block(60, 60), block -> {
                        throw new IllegalStateException("no room");
                    }))
                    .hasMessage("no room");
            encoder.encode(signal.block(120, 480), transcript);
            assertThat(transcript.packets())
                    .extracting(packet -> packet.header().key())
                    .startsWith(true, true, false);
            for (Packet packet : transcript.packets()) {
                assertSets(signal, decode(decoder, packet));
            }
        }
    }

    @Test
    void newSamplingGridBeginsWithAKeyPacket() {
        Signal signal = Signal.waves(Signal.group("360", 2, 12), 300, 33);
        TranscodingChain chain = Transcript.chain("packetizer(units=60,hold=0)|deflate(context=stream)");
        Transcript transcript = new Transcript();
        try (ChainEncoder encoder = chain.newEncoder(signal.group())) {
            encoder.encode(signal.block(0, 90), transcript);
            Block newGrid = signal.block(90, 150);
            newGrid.describe(Signal.ORIGIN_NANOS + 777, 0, 150);
            encoder.encode(newGrid, transcript);
            encoder.flush(transcript);
        }
        assertThat(transcript.packets())
                .extracting(
                        packet -> packet.header().unitCount(),
                        packet -> packet.header().key())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(60, true),
                        org.assertj.core.groups.Tuple.tuple(30, false),
                        org.assertj.core.groups.Tuple.tuple(60, true),
                        org.assertj.core.groups.Tuple.tuple(60, false),
                        org.assertj.core.groups.Tuple.tuple(30, false));
    }

    @Test
    void secondCloseDoesNothing() {
        TranscodingChain chain = Transcript.chain(STREAM);
        ChainEncoder encoder = chain.newEncoder(Signal.group("360", 2, 12));
        ChainDecoder decoder = chain.newDecoder(Signal.group("360", 2, 12));
        assertThatCode(() -> {
                    encoder.close();
                    encoder.close();
                    decoder.close();
                    decoder.close();
                })
                .doesNotThrowAnyException();
    }
}
