package org.banip.measure.jini;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonObject;

/**
 * What the sink got in one window.
 *
 * @param setsPerSecond sensor sets a second that came
 * @param missed sensor sets that its queue had no room for
 * @param disordered packets that came before an earlier one
 * @param latency microseconds from the instant at which a packet was due at the surrogate to the listener's call
 */
record FeedResult(double setsPerSecond, long missed, long disordered, Histogram latency) {
    private static final double MICROS_PER_MILLI = 1000;

    static FeedResult of(JsonObject window) throws IOException {
        return new FeedResult(
                window.integer("sets", 0, Long.MAX_VALUE) / window.number("seconds"),
                window.integer("missed", 0, Long.MAX_VALUE),
                window.integer("disordered", 0, Long.MAX_VALUE),
                latency(window));
    }

    /** The latencies of an event. */
    static Histogram latency(JsonObject window) throws IOException {
        try {
            byte[] encoded = Base64.getDecoder().decode(window.string("latency"));
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(encoded), 0);
        } catch (DataFormatException e) {
            throw new IOException("the subscriber's process sent malformed latencies", e);
        }
    }

    double millis(double percentile) {
        return latency.getTotalCount() == 0 ? 0 : latency.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }

    /** Whether something came, and all of it in order. */
    boolean isInOrder() {
        return disordered == 0 && latency.getTotalCount() > 0;
    }
}
