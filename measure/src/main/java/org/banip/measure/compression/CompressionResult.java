package org.banip.measure.compression;

import java.util.List;

/**
 * Result of a run.
 *
 * @param rows in the order of recordings, methods and packet lengths
 * @param unread reasons why recordings could not be read to their end; these have no rows
 */
public record CompressionResult(List<CompressionRow> rows, List<String> unread) {
    /** Copies the lists. */
    public CompressionResult {
        rows = List.copyOf(rows);
        unread = List.copyOf(unread);
    }
}
