package org.banip.transcoders.predict;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Forms;
import org.banip.transcoders.sample.Undecodable;

/** Decodes blocks one after another, starting at a key block. State: the model, and the sensor sets of a packet. */
final class PredictDecoder implements Decoder {
    private final GroupModel model;
    private final PhasedLattice[] lattices;
    private final ResidualReader reader;
    private final ResidualLearner learner;
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);
    private boolean inStep;

    PredictDecoder(SensorGroup group) {
        model = new GroupModel(group);
        reader = new ResidualReader(model.frequencies());
        lattices = new PhasedLattice[model.channels()];
        Arrays.fill(lattices, PhasedLattice.PLAIN);
        learner = new ResidualLearner(model.frequencies());
    }

    @Override
    public Block decode(Block block) {
        if (block.key()) {
            model.reset();
        } else if (!inStep) {
            throw Undecodable.because("predict", "not a key packet, and none before it to start from");
        }
        inStep = false;
        int plain = Forms.plainBytes(block, model.setBytes());
        out.describeAs(block);
        out.ensureCapacity(plain);
        out.length(plain);
        if (block.length() < plain) {
            read(block);
        } else {
            System.arraycopy(block.bytes(), 0, out.bytes(), 0, plain);
            if (block.length() == plain) {
                model.code(learner, out.bytes(), block, false);
            } else {
                Forms.checkForget(block);
                model.reset();
            }
        }
        inStep = true;
        tally.in(block);
        tally.out(out);
        return out;
    }

    private void read(Block block) {
        reader.begin(block);
        model.codeLattices(reader, block.key(), lattices);
        model.code(reader, out.bytes(), block, true);
        reader.checkEnd();
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
