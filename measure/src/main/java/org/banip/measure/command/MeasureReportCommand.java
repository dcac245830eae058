package org.banip.measure.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.banip.measure.report.ReportPage;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code banip measure report}. */
@Command(
        name = "report",
        header = "Makes a page of a results folder, with plots, tables and published figures.",
        description = "The page is one HTML file without references to other files.")
final class MeasureReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "A folder with results of measurements.")
    private Path folder = Path.of(".");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "File for the page. Default: report.html in the folder.")
    private @Nullable Path out;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "'" + folder + "' is not a folder; it must be one of results");
        }
        ReportPage page = new ReportPage(ResultsFolder.open(folder));
        if (page.tables() == 0) {
            throw new ParameterException(
                    spec.commandLine(), "there is no table in '" + folder + "'; it must be a folder of results");
        }
        Path file = Optional.ofNullable(out).orElse(folder.resolve("report.html"));
        Files.writeString(file, page.html());
        spec.commandLine().getOut().println(file + ": " + page.tables() + " tables");
        return ExitCode.OK;
    }
}
