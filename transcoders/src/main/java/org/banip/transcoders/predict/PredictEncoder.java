package org.banip.transcoders.predict;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.lattice.LatticeChoice;
import org.banip.transcoders.sample.Forms;

/** Codes blocks one after another. A block that would not become shorter is stored. */
final class PredictEncoder implements Encoder {
    private final GroupModel model;
    private final LatticeChoice choice;
    private final ResidualWriter writer;
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);

    PredictEncoder(SensorGroup group) {
        model = new GroupModel(group);
        writer = new ResidualWriter(model.frequencies());
        choice = new LatticeChoice(group);
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        if (block.key()) {
            model.reset();
        }
        boolean changed = choice.choose(block);
        writer.begin(out);
        model.codeLattices(writer, block.key(), choice.lattices());
        model.code(writer, block.bytes(), block, false);
        int length = writer.end();
        out.length(length);
        if (length >= block.length()) {
            Forms.store(block, changed, out);
            if (changed) {
                model.reset();
                choice.backOff();
            }
        }
        tally.out(out);
        next.accept(out);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
