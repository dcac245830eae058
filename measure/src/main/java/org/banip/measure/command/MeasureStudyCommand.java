package org.banip.measure.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.banip.app.option.ChainOption;
import org.banip.app.terminal.Line;
import org.banip.app.terminal.Progress;
import org.banip.app.terminal.Stop;
import org.banip.measure.compression.CompressionResult;
import org.banip.measure.compression.CompressionRun;
import org.banip.measure.compression.RecordingFolder;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.study.CompressionStudy;
import org.banip.measure.study.StudyTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code banip measure study}. */
@Command(
        name = "study",
        header = "Studies compression on a folder of recordings by chain, block size and kind of sensor.",
        description = {
            "Reduction, and significant reduction: that on channels with a sensor, a channel whose samples are all the same having"
                    + " none. As in the thesis: (reduction - static share) / (1 - static share).",
            "Methods and packets are those of 'banip measure compression'."
        })
final class MeasureStudyCommand implements Callable<Integer> {
    private final Stop stop;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "A folder of recordings: WFDB, EDF, BDF or text. Default: the present one.")
    private Path folder = Path.of(".");

    @Option(
            names = "--chain",
            paramLabel = "CHAIN",
            converter = ChainOption.Converter.class,
            description = "Measure this chain too; may be given several times. Default: none.")
    private List<ChainOption> chains = List.of();

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureStudyCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            throw new ParameterException(
                    spec.commandLine(), "'" + folder + "' is not a folder; it must be one of recordings");
        }
        RecordingFolder recordings = RecordingFolder.open(folder);
        recordings.refused().forEach(why -> spec.commandLine().getErr().println("left out: " + why));
        if (recordings.groups().isEmpty()) {
            throw new ParameterException(spec.commandLine(), "there is no recording in " + folder);
        }
        ResultsFolder results = out.folder("study");
        stop.listen();
        CompressionResult measured = measured(recordings);
        measured.unread().forEach(why -> spec.commandLine().getErr().println("left out: " + why));
        CompressionStudy study = new CompressionStudy(recordings, measured.rows());
        List<ResultRow> means = study.means();
        write(results, "compression", study.rows());
        write(results, "study-means", means);
        json.print(
                means, () -> new StudyTable(means).toLines(), spec.commandLine().getOut());
        spec.commandLine().getErr().println("results in " + results.directory());
        if (stop.requested()) {
            return ResultsOptions.INTERRUPTED;
        }
        return measured.unread().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private CompressionResult measured(RecordingFolder recordings) throws InterruptedException {
        CompressionRun run = new CompressionRun(
                recordings, chains.stream().map(ChainOption::text).toList());
        try (Progress progress = Progress.onStandardError()) {
            return run.run(
                    state -> progress.update(size -> List.of(Line.plain(state.toLine())), state::toLine),
                    stop::requested);
        }
    }

    private static void write(ResultsFolder results, String name, List<ResultRow> rows) {
        try (ResultTable table = results.table(name)) {
            rows.forEach(table::add);
        }
    }
}
