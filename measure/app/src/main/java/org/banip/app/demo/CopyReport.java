package org.banip.app.demo;

import org.banip.app.terminal.Figures;
import org.banip.core.json.JsonWriter;

/**
 * What of one group came where.
 *
 * @param name of the group
 * @param sensed sensor sets that the sensor produced
 * @param host in the store of the host
 * @param copy in the store of the process of its own
 * @param watched received by the watcher
 */
record CopyReport(
        String name,
        GroupReport.Units sensed,
        GroupReport.Units host,
        GroupReport.Units copy,
        GroupReport.Units watched) {
    boolean exact() {
        return sensed.equals(host) && sensed.equals(copy) && sensed.equals(watched);
    }

    void write(JsonWriter json) {
        json.beginObject()
                .field("name", name)
                .field("exact", exact())
                .field("units", sensed.units())
                .field("stored", host.units())
                .field("copied", copy.units())
                .field("watched", watched.units());
        json.beginObject("sha256")
                .field("sensed", sensed.sha256())
                .field("stored", host.sha256())
                .field("copied", copy.sha256())
                .field("watched", watched.sha256())
                .endObject();
        json.endObject();
    }

    String toLine() {
        return name + ": " + Figures.counted(sensed.units(), "sensor set") + ", "
                + (exact()
                        ? "sha256 " + sensed.sha256().substring(0, 16) + "..."
                        : "host " + compared(host) + ", store " + compared(copy) + ", watcher " + compared(watched));
    }

    private String compared(GroupReport.Units other) {
        return other.equals(sensed) ? "the same" : Figures.counted(other.units(), "sensor set") + ", different";
    }
}
