package org.banip.measure.load.client;

import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * When what happens in a step: instants in nanoseconds, of the epoch between processes, of {@link System#nanoTime} inside one.
 *
 * @param startNanos the first MBU begins to send
 * @param rampNanos how long it takes until all send
 * @param fromNanos the window begins, in which things are measured
 * @param untilNanos the window has ended
 * @param endNanos nothing falls due from then on
 */
public record LoadTimes(long startNanos, long rampNanos, long fromNanos, long untilNanos, long endNanos) {
    /** Without what was said: nothing falls due. */
    static final LoadTimes NONE = new LoadTimes(Long.MAX_VALUE, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    /** The same on another clock. */
    LoadTimes shifted(long nanos) {
        return new LoadTimes(startNanos + nanos, rampNanos, fromNanos + nanos, untilNanos + nanos, endNanos + nanos);
    }

    boolean inWindow(long nanos) {
        return nanos >= fromNanos && nanos < untilNanos;
    }

    /** As one line. */
    public String toJson() {
        return new JsonWriter()
                .beginObject()
                .field("start", startNanos)
                .field("ramp", rampNanos)
                .field("from", fromNanos)
                .field("until", untilNanos)
                .field("end", endNanos)
                .endObject()
                .toString();
    }

    static LoadTimes fromJson(String text) {
        JsonObject json = JsonObject.parse(text);
        return new LoadTimes(
                nanos(json, "start"),
                nanos(json, "ramp"),
                nanos(json, "from"),
                nanos(json, "until"),
                nanos(json, "end"));
    }

    private static long nanos(JsonObject json, String name) {
        return json.integer(name, 0, Long.MAX_VALUE);
    }
}
