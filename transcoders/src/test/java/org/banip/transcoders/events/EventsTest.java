package org.banip.transcoders.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.PacketHeader;
import org.banip.core.transcoding.ChainDecoder;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.Transcoders;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The coder of events against the vectors of the page, and against events from a seed. */
class EventsTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final Pattern HEAD = Pattern.compile("(~?)(\\d+) : (-?\\d+) : ([0-9a-f ]+)");
    private static final TranscodingChain CHAIN = TranscodingChain.parse("events", Transcoders.installed());

    private static SensorGroup group(int textBytes) {
        List<Channel> channels = List.of(
                new Channel("kind", "", 8, -128, 127, -128, 127), new Channel("value", "", 16, -32768, 32767, 0, 1));
        return new SensorGroup("e", Frequency.ofHz(10), ServiceClass.ALARM, Duration.ofSeconds(1), channels)
                .withEvents(textBytes);
    }

    private static byte[] decoded(SensorGroup group, long origin, int units, byte[] payload) {
        try (ChainDecoder decoder = CHAIN.newDecoder(group)) {
            PacketHeader header = new PacketHeader(0, 0, origin, 0, units, true);
            Block block = decoder.decode(header, payload, 0, payload.length);
            return Arrays.copyOf(block.bytes(), block.length());
        }
    }

    private static byte[] encoded(SensorGroup group, long origin, byte[] units) {
        List<byte[]> payloads = new ArrayList<>();
        try (ChainEncoder encoder = CHAIN.newEncoder(group)) {
            Block block = new Block(16);
            block.append(units, 0, units.length);
            block.describe(origin, 0, units.length / group.setBytes());
            encoder.encode(block, packet -> payloads.add(Arrays.copyOf(packet.bytes(), packet.length())));
        }
        assertThat(payloads).hasSize(1);
        return payloads.get(0);
    }

    @Test
    void vectorsOfThePage() {
        String page = Vectors.page();
        int begin = page.indexOf("```event-vectors\n") + "```event-vectors\n".length();
        String[] lines = page.substring(begin, page.indexOf("\n```", begin)).split("\n", -1);
        int checked = 0;
        for (int at = 0; at < lines.length; checked++) {
            Matcher head = HEAD.matcher(lines[at++]);
            assertThat(head.matches()).as(lines[at - 1]).isTrue();
            SensorGroup group = group(Integer.parseInt(head.group(2)));
            long origin = Long.parseLong(head.group(3));
            byte[] payload = HEX.parseHex(head.group(4).replace(" ", ""));
            List<String> events = new ArrayList<>();
            while (at < lines.length && lines[at].startsWith("  ")) {
                events.add(lines[at++].trim());
            }
            if (events.equals(List.of("refused"))) {
                assertRefused(group, origin, 1, payload);
                continue;
            }
            byte[] units = units(group, events);
            assertThat(decoded(group, origin, events.size(), payload)).isEqualTo(units);
            if (head.group(1).isEmpty()) {
                assertThat(encoded(group, origin, units)).as(head.group()).isEqualTo(payload);
            } else {
                assertThat(encoded(group, origin, units)).as(head.group()).hasSizeLessThan(payload.length);
            }
        }
        assertThat(checked).isEqualTo(13);
    }

    private static void assertRefused(SensorGroup group, long origin, int units, byte[] payload) {
        assertThatThrownBy(() -> decoded(group, origin, units, payload))
                .as(HEX.formatHex(payload))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNDECODABLE_PACKET));
    }

    private static byte[] units(SensorGroup group, List<String> events) {
        SampleLayout layout = new SampleLayout(group);
        byte[] units = new byte[events.size() * layout.setBytes()];
        for (int i = 0; i < events.size(); i++) {
            String[] fields = events.get(i).split(" ", -1);
            int at = i * layout.setBytes();
            layout.writeInstant(units, at, Long.parseLong(fields[0]));
            layout.write(units, at, 0, Integer.parseInt(fields[1]));
            layout.write(units, at, 1, Integer.parseInt(fields[2]));
            String text = fields[3].equals("-") ? "" : new String(HEX.parseHex(fields[3]), StandardCharsets.UTF_8);
            layout.writeText(units, at, text);
            assertThat(layout.text(units, at)).isEqualTo(text);
        }
        return units;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40, 1024})
    void everyEventComesBackAndNothingGrows(int textBytes) {
        long seed = System.nanoTime();
        System.out.println("EventsTest seed " + seed);
        Random random = new Random(seed);
        SensorGroup group = group(textBytes);
        SampleLayout layout = new SampleLayout(group);
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(20);
            byte[] units = new byte[count * layout.setBytes()];
            long origin = round % 3 == 0 ? random.nextLong() : 1_795_215_600_000_000_000L;
            long instant = origin;
            boolean wild = round % 7 == 0;
            for (int i = 0; i < count; i++) {
                int at = i * layout.setBytes();
                instant = wild ? random.nextLong() : instant + (random.nextInt(2000) - 100) * 1_000_000L;
                layout.writeInstant(units, at, instant);
                layout.write(units, at, 0, (byte) random.nextInt());
                layout.write(units, at, 1, (short) random.nextInt());
                int length = wild ? textBytes : random.nextInt(textBytes + 1);
                for (int b = 0; b < length; b++) { // also bytes that are no UTF-8
                    units[at + layout.textOffset() + b] = (byte) random.nextInt();
                }
            }
            byte[] payload = encoded(group, origin, units);
            assertThat(payload.length).isLessThanOrEqualTo(units.length + 1);
            assertThat(decoded(group, origin, count, payload)).isEqualTo(units);
            if (round < 20) {
                for (int cut = 0; cut < payload.length; cut++) {
                    assertRefused(group, origin, count, Arrays.copyOf(payload, cut));
                }
                assertRefused(group, origin, count, Arrays.copyOf(payload, payload.length + 1));
            }
        }
    }

    @Test
    void anEventTakesThreeBytesAndAFurtherOneTwo() {
        SensorGroup group = new SensorGroup(
                        "e",
                        Frequency.ofHz(10),
                        ServiceClass.ALARM,
                        Duration.ofSeconds(1),
                        List.of(new Channel("kind", "", 8, 0, 100, 0, 100)))
                .withEvents(0);
        SampleLayout layout = new SampleLayout(group);
        byte[] units = new byte[2 * layout.setBytes()];
        layout.writeInstant(units, 0, 123_456_789);
        layout.write(units, 0, 0, 7);
        layout.writeInstant(units, layout.setBytes(), 1_123_456_789);
        layout.write(units, layout.setBytes(), 0, 9);
        assertThat(encoded(group, 123_456_789, Arrays.copyOf(units, layout.setBytes())))
                .hasSize(3);
        assertThat(encoded(group, 123_456_789, units)).hasSize(5);
    }

    @Test
    void chainsFitTheKindOfGroup() {
        SensorGroup events = group(8);
        SensorGroup sampled =
                new SensorGroup("s", Frequency.ofHz(10), ServiceClass.LIVE, Duration.ofSeconds(1), events.channels());
        for (String fits : List.of("events", "packetizer(hold=0)|events", "packetizer|events|deflate")) {
            assertThat(TranscodingChain.parse(fits, Transcoders.installed()).requiredFor(events))
                    .isNotNull();
            assertNoChain(fits, sampled, "is sampled: it must not have the component events");
        }
        for (String lacks : List.of("packetizer", "deflate", "packetizer|auto")) {
            assertNoChain(lacks, events, "has events: it must have the component events");
            assertThat(TranscodingChain.parse(lacks, Transcoders.installed()).requiredFor(sampled))
                    .isNotNull();
        }
    }

    private static void assertNoChain(String chain, SensorGroup group, String why) {
        assertThatThrownBy(() ->
                        TranscodingChain.parse(chain, Transcoders.installed()).requiredFor(group))
                .hasMessageContaining(why)
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CHAIN));
    }
}
