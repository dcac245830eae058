package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.transcoders.Vectors.Vector;
import org.banip.transcoders.example.PlanesProvider;
import org.junit.jupiter.api.Test;

/** Checks docs/transcoders.md against the code: its vectors decode, its example is the tested one, its chains are canonical. */
class TranscodersPageTest {
    private static final int VECTORS = 65;

    @Test
    void vectorsAreDecoded() {
        ChainDecoder decoder = null;
        int vectors = 0;
        for (Vector vector : Vectors.all()) {
            if (vector.header().key()) {
                TranscodingChain chain = Transcript.chain(vector.chain());
                assertThat(chain).hasToString(vector.chain());
                decoder = chain.newDecoder(vector.group());
            }
            byte[] payload = vector.payload();
            assertThat(copy(decoder.decode(vector.header(), payload, 0, payload.length)))
                    .as(vector.line())
                    .isEqualTo(vector.sets());
            vectors++;
        }
        assertThat(vectors).isEqualTo(VECTORS);
    }

    /**
     * Vectors that are not made here: deflated bytes depend on the implementation, the output of {@code auto} depends on trials that are longer
     * than a vector, and lattices are found in more samples than a vector has.
     */
    @Test
    void encodersMakeTheVectors() {
        ChainEncoder encoder = null;
        for (Vector vector : Vectors.all()) {
            String chain = vector.chain();
            if (chain.startsWith("deflate")
                    || chain.startsWith("auto")
                    || vector.remark().startsWith("lattice")) {
                continue;
            }
            if (vector.header().key()) {
                encoder = Transcript.chain(vector.chain()).newEncoder(vector.group());
            }
            Block block = new Block(0);
            block.append(vector.sets(), 0, vector.sets().length);
            block.describe(
                    Signal.ORIGIN_NANOS,
                    vector.header().firstUnit(),
                    vector.header().unitCount());
            encoder.encode(block, packet -> vector.assertPayload(copy(packet)));
        }
    }

    @Test
    void exampleOnThePageIsTheTestedOne() throws IOException {
        String source = Files.readString(
                Kept.ROOT.resolve("transcoders/src/test/java/org/banip/transcoders/example/PlanesEncoder.java"));
        assertThat(source).endsWith(Vectors.block("java"));
    }

    @Test
    void exampleRoundTripsAndHelpsDeflate() {
        List<TranscoderProvider> providers =
                new ArrayList<>(Transcoders.installed().all());
        providers.add(new PlanesProvider());
        TranscodingChain chain =
                TranscodingChain.parse("packetizer|planes|deflate(context=stream)", new Transcoders(providers));
        Signal signal = Signal.waves(Signal.group("360", 4, 12), 3000, 60);
        List<Packet> packets = Transcript.encode(chain, signal, 100, 61);
        List<Packet> plain = Transcript.encode(Transcript.chain("packetizer|deflate(context=stream)"), signal, 100, 61);

        ByteArrayOutputStream sets = new ByteArrayOutputStream();
        try (ChainDecoder decoder = chain.newDecoder(signal.group())) {
            for (Packet packet : packets) {
                sets.writeBytes(copy(decoder.decode(packet.header(), packet.payload(), 0, packet.payload().length)));
            }
        }
        assertThat(sets.toByteArray()).isEqualTo(signal.bytes());
        assertThat(bytes(packets)).isLessThan(bytes(plain));
    }

    private static int bytes(List<Packet> packets) {
        return packets.stream().mapToInt(packet -> packet.payload().length).sum();
    }

    private static byte[] copy(Block block) {
        return java.util.Arrays.copyOf(block.bytes(), block.length());
    }
}
