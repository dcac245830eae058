package org.banip.transcoders.example;

import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

final class PlanesDecoder implements Decoder {
    private final int setBytes;
    private final Block out = new Block(1024);
    private final Tally tally = new Tally();

    PlanesDecoder(SensorGroup group) {
        setBytes = group.setBytes();
    }

    @Override
    public Block decode(Block block) {
        if (block.length() != (long) block.unitCount() * setBytes) {
            throw new BanipException(ErrorCode.UNDECODABLE_PACKET, "planes: " + block.length() + " bytes");
        }
        out.describeAs(block);
        out.ensureCapacity(block.length());
        out.length(block.length());
        for (int i = 0; i < block.length(); i++) {
            int plane = i % setBytes;
            out.bytes()[i] = block.bytes()[plane * block.unitCount() + i / setBytes];
        }
        tally.in(block);
        tally.out(out);
        return out;
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
