package org.banip.recordings.export;

/** Hears how far an export is. Called on the exporting thread, for every packet written. */
@FunctionalInterface
public interface ExportProgress {
    /** For who does not care. */
    ExportProgress NONE = (group, sensorSets) -> {};

    /** This number of the group's sensor sets are written. */
    void written(String group, long sensorSets);
}
