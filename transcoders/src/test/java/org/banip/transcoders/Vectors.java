package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.PacketHeader;

/** The test vectors of docs/transcoders.md. */
public final class Vectors {
    private static final Path PAGE = Kept.ROOT.resolve("docs/transcoders.md");
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ");
    private static final Pattern LINE = Pattern.compile(
            "(?<chain>[a-z].*) : (?<key>key|next) (?<units>\\d+) : (?<payload>[0-9a-f ]+) -> (?<sets>[0-9a-f ]+)");

    private Vectors() {}

    /**
     * A line.
     *
     * @param line its text
     * @param remark the remark before it, without the #; empty if its group has none
     * @param group of its section
     * @param chain canonical
     * @param header if it is not a key packet, with the unit after that of the previous line
     * @param payloadHex bytes on the wire
     * @param setsHex the decoded sensor sets
     */
    public record Vector(
            String line,
            String remark,
            SensorGroup group,
            String chain,
            PacketHeader header,
            String payloadHex,
            String setsHex) {
        /** Bytes on the wire. */
        public byte[] payload() {
            return HEX.parseHex(payloadHex);
        }

        /** The decoded sensor sets. */
        public byte[] sets() {
            return HEX.parseHex(setsHex);
        }

        /** Compares this payload with the one on the page, or writes it to the page. */
        public void assertPayload(byte[] made) {
            String hex = HEX.formatHex(made);
            if (Kept.REWRITES) {
                Kept.rewrite(
                        PAGE,
                        page -> page.replace(line, line.replace(" : " + payloadHex + " -> ", " : " + hex + " -> ")));
            } else {
                assertThat(hex).as(line).isEqualTo(payloadHex);
            }
        }
    }

    /** The whole page. */
    public static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first block of this language. */
    public static String block(String language) {
        Matcher matcher =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page());
        assertThat(matcher.find()).as(language).isTrue();
        return matcher.group(1);
    }

    /** All vectors. */
    public static List<Vector> all() {
        List<Vector> all = new ArrayList<>();
        SensorGroup group = Signal.group("100", 1, 8);
        String remark = "";
        long nextUnit = 0;
        for (String line : block("vectors").lines().toList()) {
            if (line.startsWith("group ")) {
                group = group(line);
                remark = "";
            } else if (line.startsWith("# ")) {
                remark = line.substring(2);
            } else {
                Matcher vector = LINE.matcher(line);
                assertThat(vector.matches()).as(line).isTrue();
                boolean key = vector.group("key").equals("key");
                int units = Integer.parseInt(vector.group("units"));
                nextUnit = key ? 0 : nextUnit;
                PacketHeader header = new PacketHeader(0, all.size(), Signal.ORIGIN_NANOS, nextUnit, units, key);
                all.add(new Vector(
                        line,
                        remark,
                        group,
                        vector.group("chain"),
                        header,
                        vector.group("payload"),
                        vector.group("sets")));
                nextUnit += units;
            }
        }
        return all;
    }

    private static SensorGroup group(String line) {
        int[] bits = Arrays.stream(line.split(" ", -1))
                .skip(1)
                .mapToInt(Integer::parseInt)
                .toArray();
        return AwkwardSignals.mixed("100", bits);
    }
}
