package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.TranscoderProvider;
import org.banip.transcoders.example.PlanesProvider;
import org.junit.jupiter.api.Test;

/** docs/transcoders.md says what the code does: its vectors decode, its example is the tested one, its chains are canonical. */
class TranscodersPageTest {
    private static final Path ROOT = Path.of(System.getProperty("banip.root", ".."));
    private static final Pattern VECTOR = Pattern.compile(
            "(?<chain>[a-z].*) : (?<key>key|next) (?<units>\\d+) : (?<payload>[0-9a-f ]+) -> (?<sets>[0-9a-f ]+)");
    private static final SensorGroup BYTES = Signal.group("100", 1, 8);

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/transcoders.md"));
    }

    private static String block(String language) throws IOException {
        Matcher matcher =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page());
        assertThat(matcher.find()).as(language).isTrue();
        return matcher.group(1);
    }

    @Test
    void vectorsDecode() throws IOException {
        String chainText = "";
        ChainDecoder decoder = null;
        int vectors = 0;
        for (String line : block("vectors").lines().toList()) {
            Matcher vector = VECTOR.matcher(line);
            assertThat(vector.matches()).as(line).isTrue();
            TranscodingChain chain = Transcript.chain(vector.group("chain"));
            assertThat(chain).hasToString(vector.group("chain"));
            if (!chain.toString().equals(chainText)) {
                chainText = chain.toString();
                decoder = chain.newDecoder(BYTES);
            }
            byte[] payload = hex(vector.group("payload"));
            boolean key = vector.group("key").equals("key");
            PacketHeader header =
                    new PacketHeader(0, vectors, Signal.ORIGIN_NANOS, 0, Integer.parseInt(vector.group("units")), key);
            assertThat(copy(decoder.decode(header, payload, 0, payload.length)))
                    .as(line)
                    .isEqualTo(hex(vector.group("sets")));
            vectors++;
        }
        assertThat(vectors).isGreaterThanOrEqualTo(6);
    }

    @Test
    void exampleOnThePageIsTheOneThatIsTested() throws IOException {
        String source = Files.readString(
                ROOT.resolve("transcoders/src/test/java/org/banip/transcoders/example/PlanesEncoder.java"));
        assertThat(source).endsWith(block("java"));
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

    private static byte[] hex(String text) {
        return HexFormat.ofDelimiter(" ").parseHex(text.trim());
    }
}
