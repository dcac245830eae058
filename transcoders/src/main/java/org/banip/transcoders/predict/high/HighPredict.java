package org.banip.transcoders.predict.high;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * Least-squares prediction over all channels, for links on which each byte costs money.
 *
 * @param keyInterval signal time between key packets
 */
public record HighPredict(Duration keyInterval) implements Transcoder {
    /** State of a half, for the group and for each channel. */
    private static final long GROUP_BYTES = 100L << 10;

    private static final long CHANNEL_BYTES = 64L << 10;

    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof HighPredict;
    }

    @Override
    public String senderParameters() {
        return "key";
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new HighEncoder(group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new HighDecoder(group);
    }

    @Override
    public long decoderBytes(SensorGroup group) {
        return GROUP_BYTES + CHANNEL_BYTES * group.channels().size();
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }
}
