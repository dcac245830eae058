package org.banip.transcoders.predict.high;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;
import org.banip.transcoders.lattice.LatticeChoice;
import org.banip.transcoders.sample.Forms;

/** The encoder of {@code predict(effort=high)}. */
final class HighEncoder implements Encoder {
    private final HighGroupModel model;
    private final LatticeChoice choice;
    private final IntervalWriter writer = new IntervalWriter();
    private final Block out = new Block(1024);
    private final Tally tally = new Tally();

    /** An encoder for a group. */
    HighEncoder(SensorGroup group) {
        model = new HighGroupModel(group);
        choice = new LatticeChoice(group);
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        out.length(0);
        if (block.key()) {
            model.reset();
        }
        boolean changed = choice.choose(block);
        writer.begin(out);
        model.codeLattices(writer, block.key(), choice.lattices());
        model.code(writer, block.bytes(), block, false);
        writer.end();
        if (out.length() >= block.length()) {
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
