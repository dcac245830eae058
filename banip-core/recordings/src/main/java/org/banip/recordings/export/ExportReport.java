package org.banip.recordings.export;

import java.nio.file.Path;
import java.util.List;

/**
 * What an export wrote.
 *
 * @param files the files, in the order in which they appeared
 * @param sensorSets sensor sets written, of all groups with a sampling frequency
 * @param events events written, of all groups of events
 * @param gaps declared gaps met
 * @param damaged stored items that could not be read or decoded, and so are missing
 */
public record ExportReport(List<Path> files, long sensorSets, long events, long gaps, long damaged) {
    /** Copies the list. */
    public ExportReport {
        files = List.copyOf(files);
    }
}
