package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.banip.app.terminal.Stop;
import org.banip.measure.compression.CompressionResult;
import org.banip.measure.compression.RecordingFolder;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.study.CompressionStudy;
import org.banip.measure.study.StudyTable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banip measure study}. */
@Command(
        name = "study",
        header = "Studies compression on a folder of recordings by chain, block size and kind of sensor.",
        description = {
            "Computes the reduction, and the significant reduction, which leaves out channels without a sensor (all samples equal):"
                    + " (reduction - static share) / (1 - static share), as in the thesis.",
            "Methods and packets are the same as in 'banip measure compression'."
        })
final class MeasureStudyCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final RecordingsOptions recordings = new RecordingsOptions();

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
        RecordingFolder folder = recordings.open(spec.commandLine());
        ResultsFolder results = out.folder("study");
        stop.listen();
        PrintWriter err = spec.commandLine().getErr();
        CompressionResult measured = recordings.measure(folder, stop, err);
        CompressionStudy study = new CompressionStudy(folder, measured.rows());
        List<ResultRow> means = study.means();
        write(results, "compression", study.rows());
        write(results, "study-means", means);
        json.print(
                means, () -> new StudyTable(means).toLines(), spec.commandLine().getOut());
        return OutOption.end(results, stop, measured.unread().isEmpty(), err);
    }

    private static void write(ResultsFolder results, String name, List<ResultRow> rows) {
        try (ResultTable table = results.table(name)) {
            rows.forEach(table::add);
        }
    }
}
