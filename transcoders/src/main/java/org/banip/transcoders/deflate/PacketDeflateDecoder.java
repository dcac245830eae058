package org.banip.transcoders.deflate;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** Inflates each block alone. */
final class PacketDeflateDecoder implements Decoder {
    private final int setBytes;
    private final BoundedInflater inflater = new BoundedInflater();
    private final Tally tally = new Tally();
    private final Block out = new Block(1024);

    PacketDeflateDecoder(SensorGroup group) {
        setBytes = group.setBytes();
    }

    @Override
    public Block decode(Block block) {
        int limit = block.limit(setBytes);
        out.describeAs(block);
        out.length(0);
        if (Stored.is(block, limit)) {
            out.append(block.bytes(), 1, block.length() - 1);
        } else {
            inflater.reset();
            inflater.inflate(block.bytes(), 0, block.length(), out, limit);
            inflater.checkEnd();
        }
        tally.in(block);
        tally.out(out);
        return out;
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }

    @Override
    public void close() {
        inflater.close();
    }
}
