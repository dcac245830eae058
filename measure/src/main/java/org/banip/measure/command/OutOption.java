package org.banip.measure.command;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a measurement's results go. */
final class OutOption {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final long NO_CHANCE = 0;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go, made if it is not there. Default: results/NAME-DATE-TIME here.")
    private @Nullable Path out;

    /** Made, with what it is measured on; of a measurement in which nothing is left to chance. */
    ResultsFolder folder(String name) {
        return folder(name, NO_CHANCE);
    }

    /** Made, with what it is measured on. */
    ResultsFolder folder(String name, long seed) {
        Path directory = out == null
                ? Path.of("results", name + "-" + WHEN.format(LocalDateTime.now(ZoneId.systemDefault())))
                : out;
        return ResultsFolder.create(directory.toAbsolutePath(), Environment.here(seed));
    }
}
