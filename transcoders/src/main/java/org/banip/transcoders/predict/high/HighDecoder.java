package org.banip.transcoders.predict.high;

import java.util.Arrays;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.lattice.PhasedLattice;
import org.banip.transcoders.sample.Forms;
import org.banip.transcoders.sample.Undecodable;

/** The decoder of {@code predict(effort=high)}. */
final class HighDecoder implements Decoder {
    private static final BitCoder LEARNING = (bit, probability) -> bit;

    private final int setBytes;
    private final HighGroupModel model;
    private final PhasedLattice[] lattices;
    private final IntervalReader reader = new IntervalReader();
    private final Block out = new Block(1024);
    private final Tally tally = new Tally();
    private boolean inStep;

    /** A decoder for a group. */
    HighDecoder(SensorGroup group) {
        setBytes = group.setBytes();
        model = new HighGroupModel(group);
        lattices = new PhasedLattice[model.channels()];
        Arrays.fill(lattices, PhasedLattice.PLAIN);
    }

    @Override
    public Block decode(Block block) {
        if (block.key()) {
            model.reset();
        } else if (!inStep) {
            throw Undecodable.because("predict", "not a key packet, and none before it to start from");
        }
        inStep = false;
        int plain = Forms.plainBytes(block, setBytes);
        out.describeAs(block);
        out.ensureCapacity(plain);
        out.length(plain);
        if (block.length() < plain) {
            read(block);
        } else {
            System.arraycopy(block.bytes(), 0, out.bytes(), 0, plain);
            if (block.length() == plain) {
                model.code(LEARNING, out.bytes(), block, false);
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
        if (reader.surplus()) {
            throw Undecodable.because(
                    "predict", "a byte is missing, or there are bytes behind the last sample, of " + block.length());
        }
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
