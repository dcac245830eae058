package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalCoderTest {
    private final IntervalWriter writer = new IntervalWriter();
    private final IntervalReader reader = new IntervalReader();

    @Test
    void decisionsAreReadBackFromAboutTheirInformation() {
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

    /** From equally likely to almost certain. */
    private static int probability(Random random) {
        int bits = 1 + random.nextInt(20);
        int small = 1 + random.nextInt(1 << bits - 1);
        return random.nextBoolean() ? small : BitCoder.ONE - small;
    }

    /** The written fraction stays near one half, so that its digits may become 7f ff … or 80 00 …. The last decision determines which. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void carriesRunThroughWrittenBytes(boolean carries) {
        Block block = new Block(16);
        for (int steps = 50; steps < 1000; steps += 13) {
            writer.begin(block);
            Narrowing narrowing = new Narrowing();
            List<Integer> probabilities = new ArrayList<>();
            List<Boolean> uppers = new ArrayList<>();
            while (probabilities.size() < steps || !narrowing.canLeave(carries)) {
                boolean upper = narrowing.canGoUp();
                uppers.add(upper);
                probabilities.add(narrowing.aboutTheMiddle(upper));
                writer.code(!upper, probabilities.get(probabilities.size() - 1));
            }
            probabilities.add(narrowing.leave(carries));
            writer.code(!carries, narrowing.leave(carries));
            writer.end();
            assertDigits(Arrays.copyOf(block.bytes(), block.length()), carries);
            reader.begin(block);
            int last = probabilities.size() - 1;
            for (int i = 0; i < last; i++) {
                assertThat(reader.code(false, probabilities.get(i)))
                        .as("decision " + i)
                        .isEqualTo(!uppers.get(i));
            }
            assertThat(reader.code(carries, probabilities.get(last))).isEqualTo(!carries);
        }
        assertThat(block.length()).isGreaterThan(100);
    }

    private static void assertDigits(byte[] digits, boolean carries) {
        assertThat(digits[0]).isEqualTo((byte) (carries ? 0x80 : 0x7f));
        for (int i = 1; i < digits.length - 8; i++) { // the last ones may differ from those of one half
            assertThat(digits[i]).as("digit " + i).isEqualTo((byte) (carries ? 0 : -1));
        }
    }

    /** The writer's interval, and decisions after which one half is still in it. The likely result is the lower part. */
    private static final class Narrowing {
        private long range = IntervalWriter.TOP;
        private long below = range / 2; // distance of one half from the interval's low end

        private long each() {
            return range >>> IntervalWriter.PROBABILITY_BITS;
        }

        /** With some room on both sides. */
        int aboutTheMiddle(boolean upper) {
            long wanted = upper ? below / each() - 1 : below / each() + 2;
            int probability = (int) Math.max(BitCoder.ONE / 2, Math.min(BitCoder.ONE - 1, wanted));
            long split = each() * probability;
            below -= upper ? split : 0;
            range = upper ? range - split : split;
            while (range < IntervalWriter.LEAST) {
                range <<= 8;
                below <<= 8;
            }
            return probability;
        }

        boolean canGoUp() {
            return below / each() > BitCoder.ONE / 2;
        }

        /** The decision after which the interval is above one half, or below it. */
        int leave(boolean upper) {
            return (int) (upper ? (below + each() - 1) / each() : below / each());
        }

        boolean canLeave(boolean upper) {
            return leave(upper) >= BitCoder.ONE / 2 && leave(upper) < BitCoder.ONE;
        }
    }

    @Test
    void noDecisionsNeedNoBytes() {
        Block block = new Block(16);
        writer.begin(block);
        for (int i = 0; i < 100; i++) {
            writer.code(true, BitCoder.ONE - 1);
        }
        writer.end();
        assertThat(block.length()).isZero();
    }

    @Test
    void rawNumbersAreReadBack() {
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
