package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.junit.jupiter.api.Test;

class HighLatticeCodeTest {
    private final IntervalWriter writer = new IntervalWriter();
    private final IntervalReader reader = new IntervalReader();

    @Test
    void latticesAreReadBackFromAboutTheEstimatedBits() {
        Random random = new Random(6);
        for (int i = 0; i < 500; i++) {
            PhasedLattice lattice = any(random);
            Block block = new Block(16);
            writer.begin(block);
            HighLatticeCode.code(writer, lattice);
            writer.end();
            assertThat(block.length()).isLessThanOrEqualTo((lattice.bits() + 7) / 8);
            reader.begin(block);
            assertThat(HighLatticeCode.code(reader, PhasedLattice.PLAIN)).isEqualTo(lattice);
        }
    }

    private static PhasedLattice any(Random random) {
        int fraction = random.nextInt(29);
        int spare = Lattice.FRACTION_BITS - fraction;
        long steps = (1L << fraction) + 1 + Math.floorMod(random.nextLong(), 4000L << fraction);
        long step = steps << spare;
        long offset = Math.floorMod(random.nextLong(), steps) << spare;
        int period = 1 << random.nextInt(3);
        return new PhasedLattice(new Lattice(step, offset), period, random.nextInt(period));
    }

    @Test
    void readerReturnsAValidLatticeOrRefuses() {
        int lattices = 0;
        for (long seed = 1; seed <= 500; seed++) {
            byte[] noise = new byte[12];
            new Random(seed).nextBytes(noise);
            Block block = new Block(12);
            block.append(noise, 0, noise.length);
            reader.begin(block);
            try {
                PhasedLattice read = HighLatticeCode.code(reader, PhasedLattice.PLAIN);
                assertThat(read.valid()).as(seed + ": " + read).isTrue();
                lattices++;
            } catch (BanipException e) {
                assertThat(e.code()).as("seed " + seed).isEqualTo(ErrorCode.UNDECODABLE_PACKET);
            }
        }
        assertThat(lattices).isBetween(20, 480);
    }
}
