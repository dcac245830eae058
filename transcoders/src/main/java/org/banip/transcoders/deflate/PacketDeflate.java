package org.banip.transcoders.deflate;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * Deflate of each packet alone, as in 2003.
 *
 * @param level 1 to 9
 */
record PacketDeflate(int level) implements Transcoder {
    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof PacketDeflate;
    }

    @Override
    public String senderParameters() {
        return "level";
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new PacketDeflateEncoder(level);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new PacketDeflateDecoder(group);
    }

    @Override
    public long decoderBytes(SensorGroup group) {
        return DeflateDecoder.BYTES;
    }
}
