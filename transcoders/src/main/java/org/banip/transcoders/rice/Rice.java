package org.banip.transcoders.rice;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/** Fixed predictors and Golomb-Rice codes; each packet decodes alone. */
public record Rice() implements Transcoder {
    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new RiceEncoder(group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new RiceDecoder(group);
    }

    /** Sensor sets, and one number for each sample of a channel. Both grow by doubling. */
    @Override
    public long packetBytes(SensorGroup group, int length) {
        return 2L * length + 2L * Integer.BYTES * (length / group.setBytes());
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }
}
