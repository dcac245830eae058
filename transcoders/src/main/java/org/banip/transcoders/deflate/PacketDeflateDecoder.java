package org.banip.transcoders.deflate;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/** Inflates each block alone. */
final class PacketDeflateDecoder extends DeflateDecoder {
    PacketDeflateDecoder(SensorGroup group) {
        super(group);
    }

    @Override
    void decode(Block block, boolean stored) {
        if (stored) {
            copy(block.bytes(), 1, block.length() - 1);
        } else {
            reset();
            inflate(block.bytes(), 0, block.length());
            checkEnd();
        }
    }
}
