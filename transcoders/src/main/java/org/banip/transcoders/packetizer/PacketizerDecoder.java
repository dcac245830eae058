package org.banip.transcoders.packetizer;

import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Tally;
import org.banip.core.transcoding.spi.TranscoderStatistics;

/** Passes on packets that are whole sensor sets. It does not check their number, because those limits only bound the sender's delay. */
final class PacketizerDecoder implements Decoder {
    private final int setBytes;
    private final Tally tally = new Tally();

    PacketizerDecoder(SensorGroup group) {
        setBytes = group.setBytes();
    }

    @Override
    public Block decode(Block block) {
        if (block.unitCount() < 1 || block.length() != (long) block.unitCount() * setBytes) {
            throw new BanipException(
                    ErrorCode.UNDECODABLE_PACKET,
                    "packetizer: " + Counted.of(block.length(), "byte") + " must be "
                            + Counted.of(block.unitCount(), "sensor set") + ", at least 1, of "
                            + Counted.of(setBytes, "byte"));
        }
        tally.in(block);
        tally.out(block);
        return block;
    }

    @Override
    public TranscoderStatistics statistics() {
        return tally.statistics();
    }
}
