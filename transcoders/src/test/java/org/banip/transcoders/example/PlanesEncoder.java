package org.banip.transcoders.example;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

final class PlanesEncoder implements Encoder {
    private final int setBytes;
    private final Block out = new Block(1024);
    private final Tally tally = new Tally();

    PlanesEncoder(SensorGroup group) {
        setBytes = group.setBytes();
    }

    @Override
    public void encode(Block block, BlockSink next) {
        tally.in(block);
        out.describeAs(block);
        out.ensureCapacity(block.length());
        out.length(block.length());
        for (int i = 0; i < block.length(); i++) {
            int plane = i % setBytes;
            out.bytes()[plane * block.unitCount() + i / setBytes] = block.bytes()[i];
        }
        tally.out(out);
        next.accept(out);
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
