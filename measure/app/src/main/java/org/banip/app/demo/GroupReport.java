package org.banip.app.demo;

import org.banip.app.terminal.Figures;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonWriter;

/**
 * Result of one group.
 *
 * @param group the group
 * @param chain the agreed chain
 * @param packets packets stored
 * @param gaps gaps stored
 * @param damaged stored items that could not be read or decoded
 * @param sensed sensor sets that the sensor produced
 * @param stored sensor sets read from the store and decoded
 * @param live sensor sets that the live subscriber received
 * @param beginsExact whether what is stored, and what is live, is exactly what was sensed first
 */
record GroupReport(
        SensorGroup group,
        String chain,
        long packets,
        long gaps,
        long damaged,
        Units sensed,
        Units stored,
        Units live,
        boolean beginsExact) {
    /**
     * Sensor sets counted at one place.
     *
     * @param units their number
     * @param sha256 over them and their sampling instants
     */
    record Units(long units, String sha256) {}

    boolean exact() {
        return gaps == 0 && damaged == 0 && sensed.equals(stored) && sensed.equals(live);
    }

    /** Sensor sets both stored and live. */
    long delivered() {
        return Math.min(stored.units(), live.units());
    }

    void write(JsonWriter json) {
        json.beginObject()
                .field("name", group.name())
                .field("exact", exact())
                .field("frequencyHz", group.frequency().toString())
                .field("channels", group.channels().size())
                .field("chain", chain)
                .field("units", sensed.units())
                .field("stored", stored.units())
                .field("live", live.units())
                .field("packets", packets)
                .field("gaps", gaps)
                .field("damaged", damaged);
        json.beginObject("sha256")
                .field("sensed", sensed.sha256())
                .field("stored", stored.sha256())
                .field("live", live.sha256())
                .endObject();
        json.endObject();
    }

    String toLine() {
        String what = group.name() + ": " + Figures.counted(sensed.units(), "sensor set") + " of "
                + Figures.counted(group.channels().size(), "channel") + " at " + group.frequency() + " Hz, ";
        return what
                + (exact()
                        ? "sha256 " + sensed.sha256().substring(0, 16) + "..."
                        : "stored " + compared(stored) + ", live " + compared(live) + gapsText());
    }

    private String compared(Units other) {
        return other.equals(sensed)
                ? "the same"
                : Figures.counted(other.units(), "sensor set") + (beginsExact ? ", the first ones" : ", different");
    }

    private String gapsText() {
        return gaps == 0 ? "" : ", " + Figures.counted(gaps, "gap") + " declared";
    }
}
