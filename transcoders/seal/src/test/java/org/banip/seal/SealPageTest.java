package org.banip.seal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.BanDescription;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.LinkConditions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the vectors of {@code seal} on docs/transcoders.md; with {@code -Dbanip.rewrite=true} it writes their payloads. */
class SealPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("banip.root", "../..")).resolve("docs/transcoders.md");
    private static final Pattern FIELD = Pattern.compile("([a-z]+) +(\\S+)");
    private static final Pattern PACKET =
            Pattern.compile("(key|next) +first (\\d+) units (\\d+) : ([0-9a-f]+) -> ([0-9a-f]+|\\?)");

    @TempDir
    private Path folder;

    private final Deque<KeyPair> ephemeral = new ArrayDeque<>();
    private String privateKey = "";
    private String to = "";
    private String ban = "";
    private long origin;

    @Test
    void vectorsAreSealedAndOpened() throws Exception {
        String page = Files.readString(PAGE);
        Matcher lines = Pattern.compile("```seal\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(lines.find()).isTrue();
        List<Matcher> packets = new ArrayList<>();
        for (String line : lines.group(1).split("\n", -1)) {
            Matcher packet = PACKET.matcher(line);
            if (packet.matches()) {
                packets.add(packet);
            } else if (!line.isEmpty()) {
                field(line);
            }
        }
        assertThat(packets).hasSize(4);
        Files.writeString(new SealKeys(folder).file(to), privateKey + "\n", StandardOpenOption.CREATE_NEW);
        Seal seal = Seal.to(to, Duration.ofMinutes(1), Optional.of(new SealKeys(folder)), ephemeral::remove);
        BanDescription described = Sealing.ban(ban);
        Encoder encoder = seal.newEncoder(described, 0, () -> LinkConditions.UNKNOWN);
        Decoder decoder = seal.newDecoder(described, 0);
        for (Matcher packet : packets) {
            String made = sealed(encoder, block(packet, packet.group(4)));
            if (Boolean.getBoolean("banip.rewrite")) {
                page = page.replace(packet.group(), packet.group().replaceAll("-> .*", "-> " + made));
                Files.writeString(PAGE, page);
            } else {
                assertThat(made).as(packet.group()).isEqualTo(packet.group(5));
            }
            Block opened = decoder.decode(block(packet, made));
            assertThat(Hex.of(Arrays.copyOf(opened.bytes(), opened.length()))).isEqualTo(packet.group(4));
        }
    }

    private void field(String line) {
        Matcher field = FIELD.matcher(line);
        assertThat(field.matches()).as(line).isTrue();
        String value = field.group(2);
        switch (field.group(1)) {
            case "private" -> privateKey = value;
            case "to" -> to = value;
            case "ephemeral" -> ephemeral.add(KeyPair.of(Hex.bytes(value)));
            case "ban" -> ban = value;
            case "group" ->
                assertThat(value).isEqualTo(Sealing.BAN.groups().get(0).name());
            default -> origin = Long.parseLong(value);
        }
    }

    private Block block(Matcher packet, String content) {
        byte[] bytes = Hex.bytes(content);
        Block block = new Block(bytes.length);
        block.append(bytes, 0, bytes.length);
        block.describe(origin, Long.parseLong(packet.group(2)), Integer.parseInt(packet.group(3)));
        block.key(packet.group(1).equals("key"));
        return block;
    }

    private static String sealed(Encoder encoder, Block block) {
        List<String> made = new ArrayList<>();
        encoder.encode(block, out -> made.add(Hex.of(Arrays.copyOf(out.bytes(), out.length()))));
        assertThat(made).hasSize(1);
        return made.get(0);
    }
}
