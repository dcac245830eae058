package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.core.testing.Fuzz;
import org.junit.jupiter.api.Test;

/** Damaged bodies of both directions, and control frames whose damaged content has the right checksum (docs/faults.md, "Fuzzing"). */
class FrameFuzzTest {
    private static final int INPUTS = 20_000;
    private static final long STREAM_SEED = 17;
    private static final boolean[] STATELESS = {true, false, true, false};

    /** What a body has: a frame's content is copied, and an error has a trace of its calls. */
    private static long mostAllocated(byte[] body) {
        return 65_536 + 64L * body.length;
    }

    private static Fuzz fuzz(String name, String... more) {
        List<String> documented = new ArrayList<>(List.of("malformed-frame", "checksum-mismatch", "truncated"));
        documented.addAll(List.of(more));
        return Fuzz.of(name, documented.toArray(new String[0])).allocating(FrameFuzzTest::mostAllocated);
    }

    /** Packets and gaps go up. */
    @Test
    void bodiesOfAnMbu() throws Exception {
        Fuzz fuzz = fuzz("frames of an MBU", "unknown-group", "too-long");
        fuzz.run(streams(true), INPUTS, (body, random) -> decode(body, random, STATELESS));
        assertThat(fuzz.count("read")).isPositive();
    }

    /** Control frames go down, and nothing else. */
    @Test
    void bodiesOfAHost() throws Exception {
        Fuzz fuzz = fuzz("frames of a host", "too-long");
        fuzz.run(streams(false), INPUTS, (body, random) -> decode(body, random));
        assertThat(fuzz.count("read")).isPositive();
    }

    @Test
    void contentWithTheRightChecksum() throws Exception {
        Fuzz fuzz = fuzz("contents of control frames", "unknown-group", "too-long");
        fuzz.run(contents(), INPUTS, (content, random) -> {
            boolean up = random.nextBoolean();
            decode(control(content, random), random, up ? STATELESS : new boolean[0]);
        });
        assertThat(fuzz.count("read")).isPositive();
    }

    private static List<byte[]> streams(boolean up) {
        Random random = new Random(STREAM_SEED);
        List<byte[]> streams = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            RandomFrames source = new RandomFrames(random, STATELESS);
            List<Object> frames = source.frames(1 + random.nextInt(8), 200);
            frames.removeIf(frame -> !up && frame instanceof Sequenced);
            streams.add(Collected.encode(frames, STATELESS));
        }
        return streams;
    }

    /** Types and bodies of control frames, without lengths and checksums. */
    private static List<byte[]> contents() {
        Random random = new Random(STREAM_SEED);
        List<byte[]> contents = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            for (Object frame : new RandomFrames(random, STATELESS).frames(1, 10)) {
                if (!(frame instanceof Packet)) {
                    contents.add(content(Collected.encode(List.of(frame), STATELESS)));
                }
            }
        }
        return contents;
    }

    private static byte[] content(byte[] frame) {
        int at = 1;
        while (frame[at] < 0) {
            at++;
        }
        byte[] content = new byte[frame.length - at - FrameFormat.CRC_BYTES];
        content[0] = frame[0];
        System.arraycopy(frame, at + 1, content, 1, content.length - 1);
        return content;
    }

    private static byte[] control(byte[] content, Random random) {
        FrameBuffer out = new FrameBuffer(0);
        int type = content.length == 0 ? random.nextInt(FrameFormat.DATA) : content[0] & 0x7f;
        out.putByte(type);
        out.putVarint(Math.max(0, content.length - 1));
        for (int i = 1; i < content.length; i++) {
            out.putByte(content[i]);
        }
        out.putCrcFrom(0);
        return out.toByteArray();
    }

    /** In pieces of any length. */
    private static void decode(byte[] body, Random random, boolean... stateless) {
        FrameDecoder decoder = new FrameDecoder(Collected.noneKnown(stateless.length), stateless, CHECK, "test");
        int at = 0;
        while (at < body.length) {
            int length = Math.min(body.length - at, 1 + random.nextInt(1 + random.nextInt(body.length)));
            decoder.feed(body, at, length);
            at += length;
            if (decoder.room() > FrameFormat.MAX_FRAME) {
                throw new IllegalStateException("keeps " + decoder.room() + " bytes of a frame");
            }
        }
        decoder.end();
    }

    /** What comes out is allowed to come out. */
    private static final FrameHandler CHECK = new FrameHandler() {
        @Override
        public void sequenced(Sequenced item) {
            boolean right = item instanceof Packet packet
                    ? packet.intact() && packet.header().unitCount() <= PacketHeader.MAX_UNITS
                    : ((Gap) item).unitCount() > 0;
            if (!right || item.group() >= STATELESS.length) {
                throw new IllegalStateException("came out: " + item);
            }
        }

        @Override
        public void control(Control frame) {
            FrameEncoder.encode(frame, new FrameBuffer(0)); // what can be read can be written
        }
    };
}
