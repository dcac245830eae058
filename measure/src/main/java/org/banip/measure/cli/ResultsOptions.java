package org.banip.measure.cli;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a measurement's results go, and what is left to chance in it. */
final class ResultsOptions {
    /** Of a command that a person interrupted. */
    static final int INTERRUPTED = 130;

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go. Default: results/NAME-DATE-TIME here.")
    private @Nullable Path out;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of all that is left to chance: a whole number. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--json", description = "Print each result as a line of JSON. Default: as text.")
    private boolean json;

    long seed() {
        return seed;
    }

    /** Whether each result is printed as a line of JSON. */
    boolean json() {
        return json;
    }

    /** Where results go. */
    ResultsFolder folder(String name) {
        Path directory = out == null
                ? Path.of("results", name + "-" + WHEN.format(LocalDateTime.now(ZoneId.systemDefault())))
                : out;
        return ResultsFolder.create(directory.toAbsolutePath(), Environment.here(seed));
    }
}
