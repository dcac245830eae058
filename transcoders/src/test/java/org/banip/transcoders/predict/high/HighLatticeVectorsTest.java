package org.banip.transcoders.predict.high;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.Signal;
import org.banip.transcoders.Vectors;
import org.banip.transcoders.Vectors.Vector;
import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.junit.jupiter.api.Test;

/** An encoder that knows the lattice makes the vectors with a lattice. */
class HighLatticeVectorsTest {
    private static final Lattice LATTICE = new Lattice(5613L << 20, 15L << 27);
    private static final Lattice OF_24_BITS = new Lattice(2796203L << 16, 1365L << 26);
    private static final Lattice OF_32_BITS = new Lattice(16383L << 26, 8189L << 26);

    @Test
    void encoderWithTheLatticeMakesTheVectors() {
        assertMade(new PhasedLattice(LATTICE, 2, 1), "lattice of step 5613/256 and offset 7.5 at odd units;");
        assertMade(new PhasedLattice(OF_24_BITS, 1, 0), "lattice of step 2796203/4096 and offset 341.25;");
        assertMade(new PhasedLattice(OF_32_BITS, 4, 1), "lattice of step 4095.75 and offset 2047.25 at units");
    }

    private static void assertMade(PhasedLattice lattice, String remark) {
        List<Vector> vectors = Vectors.all().stream()
                .filter(vector -> vector.chain().startsWith("predict(effort=high"))
                .filter(vector -> vector.remark().startsWith(remark))
                .toList();
        assertThat(vectors).hasSize(2);
        HighGroupModel model = new HighGroupModel(vectors.get(0).group());
        IntervalWriter writer = new IntervalWriter();
        model.reset();
        for (Vector vector : vectors) {
            Block units = new Block(0);
            units.describe(
                    Signal.ORIGIN_NANOS,
                    vector.header().firstUnit(),
                    vector.header().unitCount());
            Block out = new Block(64);
            writer.begin(out);
            model.codeLattices(writer, vector.header().key(), new PhasedLattice[] {lattice});
            model.code(writer, vector.sets(), units, false);
            writer.end();
            vector.assertPayload(Arrays.copyOf(out.bytes(), out.length()));
        }
    }
}
