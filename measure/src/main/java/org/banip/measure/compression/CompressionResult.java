package org.banip.measure.compression;

import java.util.List;

/**
 * What a run has measured.
 *
 * @param rows in the order of recordings, methods and packet lengths
 * @param unread why recordings that had been opened could not be read to their end; there is no row of those
 */
public record CompressionResult(List<CompressionRow> rows, List<String> unread) {
    /** Copies the lists. */
    public CompressionResult {
        rows = List.copyOf(rows);
        unread = List.copyOf(unread);
    }
}
