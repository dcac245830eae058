package org.banip.transcoders.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.banip.core.transcoding.spi.Block;
import org.banip.transcoders.Vectors;
import org.banip.transcoders.Vectors.Vector;
import org.banip.transcoders.lattice.Lattice;
import org.junit.jupiter.api.Test;

/** The vectors with a lattice are what an encoder makes that knows the lattice beforehand. */
class LatticeVectorsTest {
    private static final Lattice LATTICE = new Lattice(5613L << 20, 15L << 27);

    @Test
    void vectorsAreMadeWithTheirLattice() {
        List<Vector> vectors = Vectors.all().stream()
                .filter(vector -> vector.chain().startsWith("predict(effort=normal"))
                .filter(vector -> vector.remark().startsWith("lattice of step 5613/256 and offset 7.5;"))
                .toList();
        assertThat(vectors).hasSize(2);
        GroupModel model = new GroupModel(vectors.get(0).group());
        ResidualWriter writer = new ResidualWriter(model.frequencies());
        model.reset();
        for (Vector vector : vectors) {
            Block out = new Block(64);
            writer.begin(out);
            model.codeLattices(writer, vector.header().key(), new Lattice[] {LATTICE});
            model.code(writer, vector.sets(), vector.header().unitCount(), false);
            int length = writer.end();
            vector.assertPayload(Arrays.copyOf(out.bytes(), length));
        }
    }
}
