package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.banip.core.error.BanipException;
import org.banip.core.testing.Page;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;

/** A damaged byte of a body never causes an error that is final for the MBU (docs/protocol.md, section 8), and never another frame. */
class FrameDamageTest {
    private static final int STREAMS = 20;

    private final Random random = Seed.random("FrameDamageTest");
    private final Set<String> finalErrors = finalErrors();
    private final Set<String> seen = new TreeSet<>();

    FrameDamageTest() throws IOException {}

    private static Set<String> finalErrors() throws IOException {
        Set<String> tokens = new TreeSet<>();
        for (List<String> row : Page.named("protocol.md").section("## 8 ").rows()) {
            if (row.get(3).equals("yes")) {
                tokens.add(row.get(1).replace("`", ""));
            }
        }
        assertThat(tokens).contains("too-long", "unknown-group").doesNotContain("checksum-mismatch");
        return tokens;
    }

    @Test
    void oneDamagedBitIsNeverFinal() {
        for (int i = 0; i < STREAMS; i++) {
            RandomFrames source = new RandomFrames(random);
            List<Object> frames = source.frames(20, 300);
            byte[] bytes = Collected.encode(frames, source.stateless());
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
                check(bytes, frames, source.stateless());
                bytes[bit >> 3] ^= (byte) (1 << (bit & 7));
            }
        }
        assertThat(seen).contains("malformed-frame", "checksum-mismatch", "truncated");
    }

    private void check(byte[] bytes, List<Object> sent, boolean[] stateless) {
        Collected collected = new Collected();
        FrameDecoder decoder = collected.decoder(stateless);
        try {
            decoder.feed(bytes, 0, bytes.length);
            decoder.end();
        } catch (BanipException e) {
            seen.add(e.code().token());
            assertThat(finalErrors).as(e.toString()).doesNotContain(e.code().token());
        }
        int count = collected.frames().size();
        assertThat(collected.frames()).isEqualTo(sent.subList(0, count));
    }
}
