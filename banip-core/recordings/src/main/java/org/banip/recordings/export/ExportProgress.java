package org.banip.recordings.export;

/** Hears how far an export is. Called on the exporting thread, for every packet written. */
@FunctionalInterface
public interface ExportProgress {
    /** For who does not care. */
    ExportProgress NONE = (group, sensorSets) -> {};

    /** So many sensor sets of the group are written. */
    void written(String group, long sensorSets);
}
