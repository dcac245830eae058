package org.banip.transcoders.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link ResidualReader} reads the output of {@link ResidualWriter}. */
class ResidualCoderTest {
    private static final long WINDOW = 1L << 48;
    private static final int[] EXTREMES = {
        0, -1, 1, -2, 7, -8, 15, -16, 16, 31, -32, 32, 32_767, -32_768, Integer.MAX_VALUE, Integer.MIN_VALUE
    };

    private final Frequencies written = new Frequencies();
    private final Frequencies read = new Frequencies();
    private final ResidualWriter writer = new ResidualWriter(written);
    private final ResidualReader reader = new ResidualReader(read);
    private final Block block = new Block(0);

    ResidualCoderTest() {
        written.reset();
        read.reset();
        writer.begin(block);
    }

    private void turnRound() {
        block.length(writer.end());
        reader.begin(block);
    }

    @Test
    void everyResidualIsReadBackInEveryContext() {
        for (int context = 0; context < Frequencies.CONTEXTS; context++) {
            for (int residual : EXTREMES) {
                writer.code(context, residual);
            }
        }
        turnRound();
        for (int context = 0; context < Frequencies.CONTEXTS; context++) {
            for (int residual : EXTREMES) {
                assertThat(reader.code(context, 0)).as("context " + context).isEqualTo(residual);
            }
        }
    }

    @Test
    void codesOfAllKindsAreReadBackInAnyOrder() {
        for (long seed = 1; seed <= 200; seed++) {
            writer.begin(block);
            codeAll(writer, seed, false);
            turnRound();
            codeAll(reader, seed, true);
        }
    }

    /** The reader gets other values than those that it must return. */
    private static void codeAll(ResidualCoder coder, long seed, boolean reading) {
        Random random = new Random(seed);
        int count = random.nextInt(500);
        for (int i = 0; i < count; i++) {
            String what = "seed " + seed + ", number " + i;
            switch (random.nextInt(3)) {
                case 0 -> {
                    int context = random.nextInt(Frequencies.CONTEXTS);
                    int residual = random.nextInt() >> random.nextInt(32);
                    assertThat(coder.code(context, reading ? ~residual : residual))
                            .as(what)
                            .isEqualTo(residual);
                }
                case 1 -> {
                    int probability = 1 + random.nextInt((1 << Frequencies.CODED_BITS) - 1);
                    boolean so = random.nextInt(1 << Frequencies.CODED_BITS) < probability;
                    assertThat(coder.whether(so != reading, probability))
                            .as(what)
                            .isEqualTo(so);
                }
                default -> {
                    int bits = random.nextInt(33);
                    int number = bits == 0 ? 0 : random.nextInt() >>> 32 - bits;
                    assertThat(coder.plain(reading ? ~number : number, bits))
                            .as(what)
                            .isEqualTo(number);
                }
            }
        }
    }

    @Test
    void expectedResidualsNeedLittleMoreThanTheirInformation() {
        Random random = new Random(5);
        int context = 96; // residuals of about 16
        double bits = 0;
        for (int i = 0; i < 20_000; i++) {
            int residual = (int) (random.nextGaussian() * 16);
            int[] row = written.row(context);
            int dropped = Frequencies.droppedBits(context);
            int bucket = Buckets.of((residual << 1 ^ residual >> 31) >>> dropped);
            long share = Frequencies.below(row, bucket + 1) - Frequencies.below(row, bucket);
            int plain = bucket == Buckets.LAST ? 11 : Buckets.placeBits(bucket);
            bits += dropped + plain + Frequencies.CODED_BITS - Math.log((double) share) / Math.log(2);
            writer.code(context, residual);
        }
        assertThat(writer.end()).isBetween((int) (bits / 8 * 0.99), (int) (bits / 8 * 1.001) + 1);
    }

    @Test
    void certainDecisionsNeedNoBytes() {
        for (int i = 0; i < 100; i++) {
            writer.whether(false, 1);
        }
        assertThat(writer.end()).isZero();
    }

    /** The written number stays near one half, so that its digits may become 7f ff … or 80 00 …. The last decision determines which. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void carriesRunThroughWrittenBytes(boolean carries) {
        for (int steps = 8; steps < 120; steps++) {
            writer.begin(block);
            Narrowing narrowing = new Narrowing();
            List<Integer> probabilities = new ArrayList<>();
            while (probabilities.size() < steps || !narrowing.canLeave(carries)) {
                boolean upper = probabilities.size() % 2 == 1;
                probabilities.add(narrowing.aboutTheMiddle(upper));
                writer.whether(upper, probabilities.get(probabilities.size() - 1));
            }
            probabilities.add(narrowing.leave(carries));
            writer.whether(carries, narrowing.leave(carries));
            turnRound();
            assertDigits(Arrays.copyOf(block.bytes(), block.length()), carries);
            int last = probabilities.size() - 1;
            for (int i = 0; i < last; i++) {
                assertThat(reader.whether(false, probabilities.get(i)))
                        .as("decision " + i)
                        .isEqualTo(i % 2 == 1);
            }
            assertThat(reader.whether(!carries, probabilities.get(last))).isEqualTo(carries);
        }
        assertThat(block.length()).isGreaterThan(100);
    }

    private static void assertDigits(byte[] digits, boolean carries) {
        assertThat(digits[0]).isEqualTo((byte) (carries ? 0x80 : 0x7f));
        for (int i = 1; i < digits.length - 8; i++) { // the last ones may differ from those of one half
            assertThat(digits[i]).as("digit " + i).isEqualTo((byte) (carries ? 0 : -1));
        }
    }

    /** The writer's interval, and decisions after which one half is still in it. */
    private static final class Narrowing {
        private static final long ONE = 1L << Frequencies.CODED_BITS;

        private long range = WINDOW - 1;
        private long below = WINDOW / 2; // distance of one half from the interval's low end

        private long each() {
            return range >>> Frequencies.CODED_BITS;
        }

        /** With some room on both sides. */
        int aboutTheMiddle(boolean upper) {
            long room = range - below;
            long wanted = upper ? (room + each() - 1) / each() + 1 : (room - 1) / each() - 1;
            int probability = (int) Math.max(1, Math.min(ONE - 1, wanted));
            long part = each() * probability;
            below -= upper ? range - part : 0;
            range = upper ? part : range - part;
            while (range < 1L << 32) {
                range <<= 16;
                below <<= 16;
            }
            return probability;
        }

        /** The decision after which the interval is above one half, or below it. */
        int leave(boolean upper) {
            return (int) (upper ? (range - below) / each() : (range - below + each() - 1) / each());
        }

        boolean canLeave(boolean upper) {
            return leave(upper) > 0 && leave(upper) < ONE;
        }
    }
}
