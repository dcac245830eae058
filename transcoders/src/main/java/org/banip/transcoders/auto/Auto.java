package org.banip.transcoders.auto;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Decoder;
import org.banip.core.transcoding.spi.Encoder;
import org.banip.core.transcoding.spi.Transcoder;
import org.banip.transcoders.predict.Predict;
import org.banip.transcoders.predict.high.HighPredict;
import org.banip.transcoders.rice.Rice;

/**
 * The coders by number, cheapest first, and the choice between them.
 *
 * @param high whether the dearest may be chosen
 * @param keyInterval signal time from key packet to key packet
 */
record Auto(boolean high, Duration keyInterval) implements Transcoder {
    /** The number of {@code predict}. */
    static final int PREDICT = 1;

    private static final int FEWEST_UNITS = 10;

    /** Those that may be chosen; a decoder knows no others, so that no packet makes it work harder than was agreed. */
    private List<Transcoder> coders() {
        List<Transcoder> all = Arrays.asList(new Rice(), new Predict(keyInterval), new HighPredict(keyInterval));
        return Collections.unmodifiableList(high ? all : all.subList(0, all.size() - 1));
    }

    /** Whether so few units come between key packets that state is worth nothing; then all is plain {@code rice}. */
    private boolean slow(SensorGroup group) {
        return group.frequency().nanosOfUnit(FEWEST_UNITS) > keyInterval.toNanos();
    }

    @Override
    public Encoder newEncoder(SensorGroup group) {
        if (slow(group)) {
            return new Rice().newEncoder(group);
        }
        return new AutoEncoder(group, keyInterval, coders());
    }

    @Override
    public Decoder newDecoder(SensorGroup group) {
        return slow(group) ? new Rice().newDecoder(group) : new AutoDecoder(group, coders());
    }

    /** That of all coders, as packets may name each of them. */
    @Override
    public long decoderBytes(SensorGroup group) {
        long bytes = 0;
        if (!slow(group)) {
            for (Transcoder coder : coders()) {
                bytes += coder.decoderBytes(group);
            }
        }
        return bytes;
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }
}
