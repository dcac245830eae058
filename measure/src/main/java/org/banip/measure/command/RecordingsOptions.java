package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.app.option.ChainOption;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.measure.compression.CompressionResult;
import org.banip.measure.compression.CompressionRun;
import org.banip.measure.compression.RecordingFolder;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The recordings on which compression is measured, and the chains that are measured besides the usual methods. */
final class RecordingsOptions {
    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A folder of recordings: WFDB, EDF, BDF or text. Default: the current folder.")
    private Path folder = Path.of(".");

    @Option(
            names = "--chain",
            paramLabel = "CHAIN",
            converter = ChainOption.Converter.class,
            description = "Measure this chain, too; may be given several times. Default: none.")
    private List<ChainOption> chains = List.of();

    /**
     * Opens the folder, and names on standard error the files that cannot be opened.
     *
     * @throws ParameterException if it is no folder or has no recording
     */
    RecordingFolder open(CommandLine commandLine) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(commandLine, "'" + folder + "' is not a folder; it must be one of recordings");
        }
        RecordingFolder recordings = RecordingFolder.open(folder);
        recordings.refused().forEach(why -> commandLine.getErr().println("left out: " + why));
        if (recordings.groups().isEmpty()) {
            throw new ParameterException(commandLine, "there is no recording in " + folder);
        }
        return recordings;
    }

    /** Measures all methods and chains on the recordings, until the end or until it is stopped. */
    CompressionResult measure(RecordingFolder recordings, Stop stop, PrintWriter err) throws InterruptedException {
        CompressionRun run = new CompressionRun(
                recordings, chains.stream().map(ChainOption::text).toList());
        CompressionResult result;
        try (ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            result = run.run(
                    state -> progress.update(size -> List.of(Line.plain(state.toLine())), state::toLine),
                    stop::requested);
        }
        result.unread().forEach(why -> err.println("left out: " + why));
        return result;
    }
}
