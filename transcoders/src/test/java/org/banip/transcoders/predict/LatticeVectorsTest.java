package org.banip.transcoders.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.Signal;
import org.banip.transcoders.Vectors;
import org.banip.transcoders.Vectors.Vector;
import org.banip.transcoders.lattice.Lattice;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Forms;
import org.junit.jupiter.api.Test;

/** An encoder that knows the lattices makes the vectors with lattices. */
class LatticeVectorsTest {
    private static final Lattice LATTICE = new Lattice(5613L << 20, 15L << 27);
    private static final Lattice OF_24_BITS = new Lattice(2796203L << 16, 1365L << 26);
    private static final Lattice OF_32_BITS = new Lattice(16383L << 26, 8189L << 26);

    @Test
    void encoderWithTheLatticeMakesTheVectors() {
        assertMade(new PhasedLattice(LATTICE, 1, 0), "lattice of step 5613/256 and offset 7.5;");
        assertMade(new PhasedLattice(LATTICE, 2, 1), "lattice of step 5613/256 and offset 7.5 at odd units;");
        assertMade(new PhasedLattice(OF_24_BITS, 1, 0), "lattice of step 2796203/4096 and offset 341.25;");
        assertMade(new PhasedLattice(OF_32_BITS, 4, 1), "lattice of step 4095.75 and offset 2047.25 at units");
    }

    @Test
    void latticesOfTwoChannelsStoredAndGivenUp() {
        PhasedLattice odd = new PhasedLattice(LATTICE, 2, 1);
        PhasedLattice quarters = new PhasedLattice(new Lattice(37L << 26, 13L << 26), 1, 0);
        PhasedLattice tooLong = new PhasedLattice(new Lattice(39L << 26, 13L << 26), 1, 0);
        PhasedLattice plain = PhasedLattice.PLAIN;
        assertMade("lattice of step 5613/256 and offset 7.5 at odd units, in channel 0;", new PhasedLattice[][] {
            {odd, plain},
            {odd, quarters},
            {odd, quarters},
            {odd, quarters},
            {odd, tooLong},
            {plain, plain},
            {plain, plain}
        });
    }

    private static void assertMade(PhasedLattice lattice, String remark) {
        assertMade(remark, new PhasedLattice[][] {{lattice}, {lattice}});
    }

    /** Makes each packet like {@link PredictEncoder}, on given lattices. */
    private static void assertMade(String remark, PhasedLattice[][] lattices) {
        List<Vector> vectors = Vectors.all().stream()
                .filter(vector -> vector.chain().startsWith("predict(effort=normal"))
                .filter(vector -> vector.remark().startsWith(remark))
                .toList();
        assertThat(vectors).hasSameSizeAs(lattices);
        GroupModel model = new GroupModel(vectors.get(0).group());
        ResidualWriter writer = new ResidualWriter(model.frequencies());
        model.reset();
        PhasedLattice[] before = new PhasedLattice[model.channels()];
        Arrays.fill(before, PhasedLattice.PLAIN);
        for (int i = 0; i < lattices.length; i++) {
            Vector vector = vectors.get(i);
            Block units = new Block(0);
            units.append(vector.sets(), 0, vector.sets().length);
            units.describe(
                    Signal.ORIGIN_NANOS,
                    vector.header().firstUnit(),
                    vector.header().unitCount());
            Block out = new Block(64);
            writer.begin(out);
            model.codeLattices(writer, vector.header().key(), lattices[i].clone());
            model.code(writer, vector.sets(), units, false);
            int length = writer.end();
            out.length(length);
            before = storeIfLonger(model, units, before, lattices[i], out);
            vector.assertPayload(Arrays.copyOf(out.bytes(), out.length()));
        }
    }

    /** Returns the lattices that hold after the packet. */
    private static PhasedLattice[] storeIfLonger(
            GroupModel model, Block units, PhasedLattice[] before, PhasedLattice[] lattices, Block out) {
        if (out.length() < units.length()) {
            return lattices;
        }
        boolean changed = !Arrays.equals(before, lattices);
        Forms.store(units, changed, out);
        if (!changed) {
            return lattices;
        }
        model.reset();
        PhasedLattice[] plain = new PhasedLattice[lattices.length];
        Arrays.fill(plain, PhasedLattice.PLAIN);
        return plain;
    }
}
