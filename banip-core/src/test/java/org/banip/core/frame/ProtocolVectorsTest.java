package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.Hex;
import org.banip.core.testing.Page;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The codec reads and writes the vectors of docs/protocol.md, section 12. */
class ProtocolVectorsTest {
    private static final int GROUPS = 10;
    private static final int STATEFUL_GROUP = 1;

    private final String block =
            Page.named("protocol.md").section("## 12 ").blocks("vectors").get(0);

    ProtocolVectorsTest() throws IOException {}

    @Test
    void checksums() {
        List<String> lines = block.lines().filter(l -> l.startsWith("crc ")).toList();

        assertThat(lines).hasSize(5);
        for (String line : lines) {
            String[] sides = line.substring(4).split("=", 2);
            byte[] bytes = Hex.bytes(sides[0]);
            int crc = Crc32c.finish(Crc32c.update(Crc32c.START, bytes, 0, bytes.length));
            assertThat(crc).as(line).isEqualTo((int) Long.parseLong(sides[1].replace(" ", ""), 16));
        }
    }

    @TestFactory
    Stream<DynamicTest> bodies() {
        Map<String, List<Vector>> bodies = Vector.bodies(block);
        bodies.remove("CRC-32C");
        assertThat(bodies).hasSizeGreaterThan(20);
        return bodies.entrySet().stream()
                .map(body -> DynamicTest.dynamicTest(body.getKey(), () -> check(body.getValue())));
    }

    private static void check(List<Vector> body) {
        List<@Nullable PacketHeader> references = new ArrayList<>(Collected.noneKnown(GROUPS));
        Collected collected = new Collected();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<Object> frames = new ArrayList<>();
        String refusal = "";
        int bytesBefore = 0;
        int groups = GROUPS;
        for (Vector vector : body) {
            bytes.writeBytes(vector.bytes());
            if (vector.word().equals("added")) {
                bytesBefore = bytes.size();
                groups = Integer.parseInt(vector.rest().replace("groups=", ""));
            } else if (vector.word().equals("reference")) {
                PacketHeader reference = vector.header(true);
                references.set(reference.group(), reference);
            } else if (vector.word().equals("refused")) {
                refusal = vector.rest();
            } else if (!vector.word().equals("skipped")) {
                frames.add(vector.frame());
            }
        }
        FrameDecoder decoder = new FrameDecoder(references, stateless(GROUPS), collected, "test");
        decoder.feed(bytes.toByteArray(), 0, bytesBefore);
        if (groups > GROUPS) {
            decoder.addGroups(stateless(groups));
        }
        byte[] rest = Arrays.copyOfRange(bytes.toByteArray(), bytesBefore, bytes.size());
        if (refusal.isEmpty()) {
            decode(decoder, rest);
            checkEncoding(body, references);
        } else {
            assertRefused(ErrorCode.ofToken(refusal).orElseThrow(), () -> decode(decoder, rest));
        }
        assertThat(collected.frames()).isEqualTo(frames);
    }

    private static void decode(FrameDecoder decoder, byte[] bytes) {
        decoder.feed(bytes, 0, bytes.length);
        decoder.end();
    }

    private static void checkEncoding(List<Vector> body, List<@Nullable PacketHeader> references) {
        FrameEncoder encoder = new FrameEncoder(references, stateless(GROUPS));
        for (Vector vector : body) {
            if (vector.word().equals("added")) {
                encoder.addGroups(stateless(Integer.parseInt(vector.rest().replace("groups=", ""))));
                continue;
            }
            if (vector.word().equals("reference") || vector.word().equals("skipped")) {
                continue;
            }
            FrameBuffer out = new FrameBuffer(0);
            if (vector.frame() instanceof Sequenced item) {
                encoder.encode(item, out);
            } else {
                FrameEncoder.encode((Control) vector.frame(), out);
            }
            if (vector.word().startsWith("~")) {
                assertThat(out.length()).as(vector.toString()).isLessThan(vector.bytes().length);
            } else {
                assertThat(Hex.text(out.toByteArray())).as(vector.toString()).isEqualTo(Hex.text(vector.bytes()));
            }
        }
    }

    private static boolean[] stateless(int groups) {
        boolean[] stateless = new boolean[groups];
        Arrays.fill(stateless, true);
        stateless[STATEFUL_GROUP] = false;
        return stateless;
    }
}
