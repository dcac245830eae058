package org.banip.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.banip.core.testing.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;

/** Streams of varied frames: whole, cut, shortened and damaged. */
class FrameStreamTest {
    @Test
    void everyStreamIsReadBackFromAnyPieces() {
        Random random = Seed.random("streams");
        for (int i = 0; i < 300; i++) {
            RandomFrames source = new RandomFrames(random);
            List<Object> frames = source.frames(1 + random.nextInt(60), 5000);
            byte[] bytes = Collected.encode(frames, source.stateless());
            Collected collected = new Collected();
            FrameDecoder decoder = collected.decoder(source.stateless());
            for (int at = 0; at < bytes.length; ) {
                int piece = Math.min(bytes.length - at, (int) Seed.number(random, 6000));
                feedCopy(decoder, bytes, at, piece);
                at += piece;
            }
            decoder.end();
            assertThat(collected.frames()).isEqualTo(frames);
            assertThat(Collected.encode(collected.frames(), source.stateless())).isEqualTo(bytes);
        }
    }

    @Test
    void streamIsReadBackFromAnyTwoPieces() {
        RandomFrames source = new RandomFrames(Seed.random("cut in two"));
        List<Object> frames = source.frames(60, 200);
        byte[] bytes = Collected.encode(frames, source.stateless());
        for (int cut = 0; cut <= bytes.length; cut++) {
            Collected collected = new Collected();
            FrameDecoder decoder = collected.decoder(source.stateless());
            feedCopy(decoder, bytes, 0, cut);
            feedCopy(decoder, bytes, cut, bytes.length - cut);
            decoder.end();
            assertThat(collected.frames()).isEqualTo(frames);
        }
    }

    @Test
    void endInsideAFrameIsTruncation() {
        RandomFrames source = new RandomFrames(Seed.random("truncation"));
        List<Object> frames = source.frames(60, 200);
        byte[] bytes = Collected.encode(frames, source.stateless());
        List<Integer> ends = new ArrayList<>(List.of(0));
        for (int count = 1; count <= frames.size(); count++) {
            ends.add(Collected.encode(frames.subList(0, count), source.stateless()).length);
        }
        for (int length = 0; length <= bytes.length; length++) {
            Collected collected = new Collected();
            FrameDecoder decoder = collected.decoder(source.stateless());
            decoder.feed(bytes, 0, length);

            int end = length;
            int whole = (int) ends.stream().filter(e -> e <= end).count() - 1;
            assertThat(collected.frames()).isEqualTo(frames.subList(0, whole));
            assertThat(decoder.pendingBytes()).isEqualTo(length - ends.get(whole));
            if (ends.contains(length)) {
                assertThatCode(decoder::end).doesNotThrowAnyException();
            } else {
                assertRefused(ErrorCode.TRUNCATED, decoder::end);
            }
        }
    }

    @Test
    void everyFlippedBitIsDetected() {
        Random random = Seed.random("one wrong bit");
        for (int stream = 0; stream < 4; stream++) {
            RandomFrames source = new RandomFrames(random);
            List<Object> frames = source.frames(40, 100);
            byte[] bytes = Collected.encode(frames, source.stateless());
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                Collected collected = new Collected();
                FrameDecoder decoder = collected.decoder(source.stateless());
                Throwable thrown = catchThrowable(() -> feedAndEnd(decoder, bytes));

                assertThat(thrown).as("bit %d", bit).isInstanceOf(BanipException.class);
                int count = collected.frames().size();
                assertThat(count).isLessThan(frames.size());
                assertThat(collected.frames()).as("bit %d", bit).isEqualTo(frames.subList(0, count));
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
    }

    @Test
    void heavyDamageAndNoiseCauseBanipExceptionsAndUseLittleMemory() {
        Random random = Seed.random("noise");
        for (int i = 0; i < 3000; i++) {
            RandomFrames source = new RandomFrames(random);
            byte[] bytes = random.nextInt(3) == 0
                    ? new byte[random.nextInt(400)]
                    : Collected.encode(source.frames(10, 100), source.stateless());
            int changes = random.nextInt(4) == 0 ? bytes.length : 1 + random.nextInt(4);
            for (int c = 0; c < changes && bytes.length > 0; c++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            FrameDecoder decoder = new Collected().decoder(source.stateless());
            Throwable thrown = catchThrowable(() -> feedAndEnd(decoder, bytes));

            if (thrown != null) {
                assertThat(thrown).isInstanceOf(BanipException.class).hasMessageEndingWith(", test");
            }
            assertThat(decoder.room()).isLessThanOrEqualTo(Math.max(1024, bytes.length));
        }
    }

    private static void feedAndEnd(FrameDecoder decoder, byte[] bytes) {
        decoder.feed(bytes, 0, bytes.length);
        decoder.end();
    }

    /** Overwrites the bytes afterwards, because the caller may reuse them. */
    private static void feedCopy(FrameDecoder decoder, byte[] bytes, int offset, int length) {
        byte[] copy = new byte[length + 7];
        System.arraycopy(bytes, offset, copy, 3, length);
        decoder.feed(copy, 3, length);
        java.util.Arrays.fill(copy, (byte) 0xEE);
    }
}
