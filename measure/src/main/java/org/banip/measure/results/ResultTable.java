package org.banip.measure.results;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rows of one experiment. Each is written to the disk (JSON, one line) as soon as it is added, so that the results of an interrupted
 * measurement are kept. The CSV file is written when the table is closed. Safe for several threads.
 */
public final class ResultTable implements AutoCloseable {
    private final Path csv;
    private final BufferedWriter lines;
    private final List<ResultRow> rows = new ArrayList<>();

    ResultTable(Path jsonLines, Path csv) {
        this.csv = csv;
        try {
            lines = Files.newBufferedWriter(jsonLines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + jsonLines + ": " + e, e);
        }
    }

    /** Adds a row. */
    public synchronized void add(ResultRow row) {
        rows.add(row);
        try {
            lines.write(row.json());
            lines.write('\n');
            lines.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a result: " + e, e);
        }
    }

    @Override
    public synchronized void close() {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.values().keySet()));
        try (BufferedWriter out = Files.newBufferedWriter(csv)) {
            lines.close();
            out.write(String.join(",", columns) + "\r\n");
            for (ResultRow row : rows) {
                out.write(columns.stream().map(row::cell).collect(Collectors.joining(",")) + "\r\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + csv + ": " + e, e);
        }
    }
}
