package org.banip.transcoders.deflate;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * Deflate whose dictionary is the last 32 KiB since the last key packet.
 *
 * @param level 1 to 9
 * @param keyInterval signal time from key packet to key packet
 */
record StreamDeflate(int level, Duration keyInterval) implements Transcoder {
    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof StreamDeflate;
    }

    @Override
    public String senderParameters() {
        return "level, key";
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new StreamDeflateEncoder(level);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new StreamDeflateDecoder(group);
    }

    @Override
    public long decoderBytes(SensorGroup group) {
        return DeflateDecoder.BYTES;
    }
}
