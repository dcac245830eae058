package org.banip.measure.urgency;

import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * A generated asystole that was sampled. All instants are nanoseconds since the epoch.
 *
 * @param lastBeatNanos sampling instant of the R wave of the last beat
 * @param decidingNanos sampling instant of the sensor set by which the detector's window is full
 * @param warnedNanos when the listener of the MBU without a link was called; 0 if it was not
 * @param warnings how often it was called
 */
record Asystole(long lastBeatNanos, long decidingNanos, long warnedNanos, int warnings) {
    static Asystole read(JsonObject json) {
        return new Asystole(
                json.integer("lastBeatNanos", 0, Long.MAX_VALUE),
                json.integer("decidingNanos", 0, Long.MAX_VALUE),
                json.integer("warnedNanos", 0, Long.MAX_VALUE),
                (int) json.integer("warnings", 0, Integer.MAX_VALUE));
    }

    void write(JsonWriter into) {
        into.beginObject()
                .field("lastBeatNanos", lastBeatNanos)
                .field("decidingNanos", decidingNanos)
                .field("warnedNanos", warnedNanos)
                .field("warnings", warnings)
                .endObject();
    }
}
