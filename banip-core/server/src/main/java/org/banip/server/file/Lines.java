package org.banip.server.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.banip.core.text.Counted;
import org.banip.core.text.FileError;

/** The lines of a file that say something: neither empty nor comments ({@code #}). Gathers what is wrong with them. */
public final class Lines {
    private static final long MAX_BYTES = 64L << 20;

    private static final int MOST_NAMED = 5;

    private final Path path;
    private final List<String> lines;
    private final List<String> problems = new ArrayList<>();

    private Lines(Path path, List<String> lines) {
        this.path = path;
        this.lines = lines;
    }

    /**
     * Reads a file in UTF-8.
     *
     * @throws UncheckedIOException if it cannot be read or is longer than 64 MiB
     */
    public static Lines of(Path path) {
        try {
            long bytes = Files.size(path);
            if (bytes > MAX_BYTES) {
                throw new IOException(path + " has " + bytes + " bytes, at most " + MAX_BYTES + " are allowed");
            }
            return new Lines(path, Files.readAllLines(path));
        } catch (IOException e) {
            throw new UncheckedIOException(FileError.reading(path, e), e);
        }
    }

    /** Calls back with each line, trimmed; an {@code IllegalArgumentException} it throws is a problem of that line. */
    public void forEach(Consumer<String> reader) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                reader.accept(line);
            } catch (IllegalArgumentException e) {
                problems.add("line " + (i + 1) + ": " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(path + ": " + named());
        }
    }

    /** The first few problems, and how many more there are. */
    private String named() {
        int more = problems.size() - MOST_NAMED;
        return problems.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + Counted.of(more, "more line") + " like that" : "");
    }
}
