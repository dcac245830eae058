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
 * @param high whether the most expensive coder may be chosen
 * @param keyInterval signal time from key packet to key packet
 */
record Auto(boolean high, Duration keyInterval) implements Transcoder {
    /** The number of {@code predict}. */
    static final int PREDICT = 1;

    private static final int FEWEST_UNITS = 10;

    /** The coders that may be chosen. A decoder has no other coders, so a packet cannot cause more work than was agreed. */
    private List<Transcoder> coders() {
        List<Transcoder> all = Arrays.asList(new Rice(), new Predict(keyInterval), new HighPredict(keyInterval));
        return Collections.unmodifiableList(high ? all : all.subList(0, all.size() - 1));
    }

    /** Whether there are too few units between key packets for state to save bytes. Then all packets are plain {@code rice}. */
    private boolean slow(SensorGroup group) {
        return group.frequency().nanosOfUnit(FEWEST_UNITS) > keyInterval.toNanos();
    }

    /** A decoder has the coders of its own effort. With a key interval of few units it is another one. */
    @Override
    public boolean decodes(SensorGroup group, Transcoder other) {
        return other instanceof Auto auto && (high || !auto.high) && slow(group) == auto.slow(group);
    }

    @Override
    public String senderParameters() {
        return high
                ? "key and effort, but the key interval stays longer or shorter than ten units"
                : "key, but it stays longer or shorter than ten units";
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

    /** The sum over all coders, because packets may name each of them. */
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

    /** The sum over all coders, and a block. */
    @Override
    public long packetBytes(SensorGroup group, int length) {
        if (slow(group)) {
            return new Rice().packetBytes(group, length);
        }
        long bytes = 2L * length;
        for (Transcoder coder : coders()) {
            bytes += coder.packetBytes(group, length);
        }
        return bytes;
    }

    @Override
    public boolean takesSensorSets() {
        return true;
    }
}
