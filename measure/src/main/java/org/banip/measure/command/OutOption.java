package org.banip.measure.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.banip.app.terminal.Stop;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** The folder for a measurement's results. */
final class OutOption {
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final long NO_CHANCE = 0;
    /** Exit code of a command that a person interrupted. */
    private static final int INTERRUPTED = 130;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the results; it is created. Default: results/NAME-DATE-TIME in the current folder.")
    private @Nullable Path out;

    /** Creates the folder of a measurement without random effects, and records the environment in it. */
    ResultsFolder folder(String name) {
        return folder(name, NO_CHANCE);
    }

    /** Creates the folder, and records the environment and the seed in it. */
    ResultsFolder folder(String name, long seed) {
        Path directory = out == null
                ? Path.of("results", name + "-" + WHEN.format(LocalDateTime.now(ZoneId.systemDefault())))
                : out;
        return ResultsFolder.create(directory.toAbsolutePath(), Environment.here(seed));
    }

    /**
     * Names the folder on standard error.
     *
     * @param passed whether the measurement found what it must find
     * @return the command's exit code
     */
    static int end(ResultsFolder folder, Stop stop, boolean passed, PrintWriter err) {
        err.println("results in " + folder.directory());
        if (stop.requested()) {
            return INTERRUPTED;
        }
        return passed ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
