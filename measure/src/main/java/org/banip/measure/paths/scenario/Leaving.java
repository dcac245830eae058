package org.banip.measure.paths.scenario;

import java.time.Duration;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;

/**
 * A device that walks away from the access point of the first path, and the scheduler that is to cope with it.
 *
 * @param scheduler its name
 * @param foreseen whether the MBU knows positions and range
 * @param fromMetres the distance at the first byte
 * @param rangeMetres where the path is lost
 */
public record Leaving(String scheduler, boolean foreseen, double fromMetres, double rangeMetres) {
    /** How fast the device walks. */
    public static final double METRES_PER_SECOND = 1.3;

    private static final double MILLIS = 1000;
    private static final double MOST_METRES = 1e6;

    /** Checks the distances. */
    public Leaving {
        if (!(fromMetres >= 0 && fromMetres < rangeMetres && rangeMetres <= MOST_METRES)) {
            throw new IllegalArgumentException(
                    "a walk from " + fromMetres + " m must begin within the range of " + rangeMetres + " m");
        }
    }

    /** When the path is lost, since the first byte. */
    Duration after() {
        return Duration.ofMillis(Math.round((rangeMetres - fromMetres) / METRES_PER_SECOND * MILLIS));
    }

    /** Reads what {@link #writeTo} wrote. */
    public static Leaving read(JsonObject json) {
        return new Leaving(json.string("scheduler"), json.bool("foreseen"), json.number("from"), json.number("range"));
    }

    /** Writes it as fields of an object. */
    public void writeTo(JsonWriter json) {
        json.field("scheduler", scheduler)
                .field("foreseen", foreseen)
                .field("from", fromMetres)
                .field("range", rangeMetres);
    }
}
