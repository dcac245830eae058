package org.banip.transcoders.predict;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** Codes blocks one after another; what would not become shorter goes out as it came in. */
final class PredictEncoder implements Encoder {
    private final GroupModel model;
    private final ResidualWriter writer;
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);

    PredictEncoder(SensorGroup group) {
        model = new GroupModel(group);
        writer = new ResidualWriter(model.frequencies());
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        if (block.key()) {
            model.reset();
        }
        writer.begin(out);
        model.code(writer, block.bytes(), block.unitCount(), false);
        int length = writer.end();
        if (length < block.length()) {
            out.length(length);
        } else {
            out.length(0);
            out.append(block.bytes(), 0, block.length());
        }
        tally.out(out);
        next.accept(out);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
