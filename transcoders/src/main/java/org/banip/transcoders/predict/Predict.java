package org.banip.transcoders.predict;

import java.time.Duration;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;

/**
 * Adaptive filters in whole numbers.
 *
 * @param keyInterval signal time between key packets
 */
public record Predict(Duration keyInterval) implements Transcoder {
    /** State of a half, for the group and for each channel. */
    private static final long GROUP_BYTES = 32L << 10;

    private static final long CHANNEL_BYTES = 7L << 9;

    private static final int NUMBER_BYTES = 6;

    /** Whether a coded key packet changes lattices, as its first bits tell. */
    public static boolean changesLattices(byte[] bytes, int from, int length) {
        long number = 0;
        for (int i = 0; i < NUMBER_BYTES; i++) {
            number = number << 8 | (i < length ? bytes[from + i] & 0xff : 0);
        }
        return number >= GroupModel.LEAST_KEY_CHANGE;
    }

    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof Predict;
    }

    @Override
    public String senderParameters() {
        return "key";
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        return new PredictEncoder(group);
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return new PredictDecoder(group);
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
