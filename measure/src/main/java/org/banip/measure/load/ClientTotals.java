package org.banip.measure.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.banip.core.json.JsonObject;

/** What all load processes of a step say in the end. One thread. */
final class ClientTotals {
    private static final long HIGHEST_TO_BEGIN_WITH = 2;
    private static final int DIGITS = 3;

    private final Map<String, Long> numbers = new TreeMap<>();
    private final Map<String, Long> refusals = new TreeMap<>();
    private final Map<String, Long> errors = new TreeMap<>();
    private final Histogram latency = resizing();
    private final Histogram sendLate = resizing();

    private static Histogram resizing() {
        Histogram histogram = new Histogram(1, HIGHEST_TO_BEGIN_WITH, DIGITS);
        histogram.setAutoResize(true);
        return histogram;
    }

    /** Adds what one says. */
    void add(JsonObject ended) throws IOException {
        for (String name : ended.names()) {
            switch (name) {
                case "event" -> {
                    // known
                }
                case "refusals" -> merge(refusals, ended.object(name));
                case "errors" -> merge(errors, ended.object(name));
                case "latency" -> latency.add(decoded(ended.string(name)));
                case "sendLate" -> sendLate.add(decoded(ended.string(name)));
                default -> numbers.merge(name, ended.integer(name, 0, Long.MAX_VALUE), Long::sum);
            }
        }
    }

    private static void merge(Map<String, Long> sum, JsonObject object) {
        object.names().forEach(token -> sum.merge(token, object.integer(token, 0, Long.MAX_VALUE), Long::sum));
    }

    private static Histogram decoded(String base64) throws IOException {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(base64)), 0);
        } catch (DataFormatException e) {
            throw new IOException("a load process sent malformed latencies", e);
        }
    }

    /** A count by its name; 0 if nobody said it. */
    long number(String name) {
        return numbers.getOrDefault(name, 0L);
    }

    /** Why registrations were refused: {@code too-many-sessions 12, no-answer 3}. */
    String refusals() {
        return text(refusals);
    }

    /** What went wrong afterwards. */
    String errors() {
        return text(errors);
    }

    private static String text(Map<String, Long> byToken) {
        return byToken.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Microseconds from the scheduled instants to acknowledgements. */
    Histogram latency() {
        return latency;
    }

    /** Microseconds from the scheduled instants to writing. */
    Histogram sendLate() {
        return sendLate;
    }
}
