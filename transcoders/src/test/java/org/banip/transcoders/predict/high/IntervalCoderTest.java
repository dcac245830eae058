package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;

class IntervalCoderTest {
    private final IntervalWriter writer = new IntervalWriter();
    private final IntervalReader reader = new IntervalReader();

    @Test
    void decisionsComeBackInAsManyBytesAsTheyAreWorth() {
        for (long seed = 1; seed <= 300; seed++) {
            Block block = new Block(16);
            double bits = write(block, seed);
            assertThat(block.length()).as("seed " + seed).isBetween((int) (bits / 8) - 2, (int) (bits / 8 * 1.001) + 1);
            assertReads(block, seed);
            assertThat(reader.surplus()).as("seed " + seed).isFalse();
        }
    }

    private double write(Block block, long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(2000);
        writer.begin(block);
        double bits = 0;
        for (int i = 0; i < count; i++) {
            int probability = probability(random);
            boolean bit = random.nextInt(BitCoder.ONE) < probability;
            bits -= Math.log((bit ? probability : BitCoder.ONE - probability) / (double) BitCoder.ONE) / Math.log(2);
            writer.code(bit, probability);
        }
        writer.end();
        return bits;
    }

    private void assertReads(Block block, long seed) {
        Random random = new Random(seed);
        int count = random.nextInt(2000);
        reader.begin(block);
        for (int i = 0; i < count; i++) {
            int probability = probability(random);
            boolean bit = random.nextInt(BitCoder.ONE) < probability;
            assertThat(reader.code(!bit, probability))
                    .as("seed " + seed + ", decision " + i)
                    .isEqualTo(bit);
        }
    }

    /** From evenly likely to as good as certain. */
    private static int probability(Random random) {
        int bits = 1 + random.nextInt(20);
        int small = 1 + random.nextInt(1 << bits - 1);
        return random.nextBoolean() ? small : BitCoder.ONE - small;
    }

    @Test
    void carriesRunThroughWrittenBytes() {
        // Taking the upper part of ever narrower intervals makes bytes ff; then a carry turns them into 00.
        for (int length = 1; length < 200; length++) {
            Block block = new Block(16);
            writer.begin(block);
            for (int i = 0; i < length; i++) {
                writer.code(i == length - 1, i == length - 1 ? 1 : BitCoder.ONE / 2);
            }
            writer.end();
            reader.begin(block);
            for (int i = 0; i < length; i++) {
                assertThat(reader.code(false, i == length - 1 ? 1 : BitCoder.ONE / 2))
                        .isEqualTo(i == length - 1);
            }
        }
    }

    @Test
    void nothingToSayTakesNoBytes() {
        Block block = new Block(16);
        writer.begin(block);
        for (int i = 0; i < 100; i++) {
            writer.code(true, BitCoder.ONE - 1);
        }
        writer.end();
        assertThat(block.length()).isZero();
    }

    @Test
    void rawNumbersComeBack() {
        Block block = new Block(16);
        writer.begin(block);
        int[] numbers = {0, -1, 127, -128};
        for (int number : numbers) {
            RawBits.codeSigned(writer, number, 8);
        }
        writer.end();
        assertThat(block.length()).isLessThanOrEqualTo(numbers.length);
        reader.begin(block);
        for (int number : numbers) {
            assertThat(RawBits.codeSigned(reader, 0, 8)).isEqualTo(number);
        }
    }
}
