package org.banip.transcoders;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The real recordings beside the checkout, if there are any: WFDB headers, each with one file of 16-bit samples. */
public final class SharedRecordings {
    private static final Path FOLDER =
            Path.of(System.getProperty("banip.root", ".."), "../shared/recordings/canonical");

    private SharedRecordings() {}

    /** All recordings by name. Empty if the folder is missing. */
    public static List<Signal> all() {
        if (!Files.isDirectory(FOLDER)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".hea"))
                    .sorted()
                    .map(SharedRecordings::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The reason why tests on recordings are skipped. */
    public static String absence() {
        return "no recordings in " + FOLDER.toAbsolutePath().normalize();
    }

    private static Signal read(Path header) {
        try {
            String[] record =
                    Files.readAllLines(header, StandardCharsets.US_ASCII).get(0).split(" ", -1);
            String name = record[0];
            byte[] bytes = Files.readAllBytes(header.resolveSibling(name + ".dat"));
            int channels = Integer.parseInt(record[1]);
            return new Signal(name, Signal.group(record[2], channels, 16), bytes.length / (2 * channels), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
