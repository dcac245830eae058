package org.banip.measure.compression;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Rows as JSON, one object on each line. */
public final class CompressionJson {
    private CompressionJson() {}

    /**
     * Writes the rows to a file; an existing file is replaced.
     *
     * @throws IOException if it cannot be written
     */
    public static void write(List<CompressionRow> rows, Path file) throws IOException {
        Files.write(file, rows.stream().map(row -> row.toResult().json()).toList());
    }
}
