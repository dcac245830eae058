package org.banip.transcoders.predict;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * Adaptive filters in whole numbers.
 *
 * @param keyInterval signal time from key packet to key packet
 */
public record Predict(Duration keyInterval) implements Transcoder {
    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new PredictEncoder(group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new PredictDecoder(group);
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }
}
