package org.banip.measure.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.banip.app.terminal.Stop;
import org.banip.measure.compression.CompressionJson;
import org.banip.measure.compression.CompressionResult;
import org.banip.measure.compression.CompressionRow;
import org.banip.measure.compression.CompressionTable;
import org.banip.measure.compression.RecordingFolder;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip measure compression}. */
@Command(
        name = "compression",
        header = "Measures how much each way of coding saves on a folder of recordings.",
        description = {
            "Payloads of packets of several lengths, with the key packets that a session would have, against the sensor sets."
                    + " Beside our own chains: deflate as used in 2003, each packet alone; zstd, one stream; a coder after FLAC"
                    + " and xz on the whole.",
            "All of it is decoded again; the command fails if a byte differs. A file that looks like a recording but cannot be"
                    + " opened is named and left out; so is a recording that turns out to be damaged, and then the exit code is 1."
        })
final class MeasureCompressionCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final RecordingsOptions recordings = new RecordingsOptions();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the rows to this file too, one JSON object on each line; elsewhere --json is a switch."
                    + " Default: do not.")
    private @Nullable Path json;

    @Mixin
    private final OutOption results = new OutOption();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureCompressionCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        RecordingFolder folder = recordings.open(spec.commandLine());
        checkWritable();
        ResultsFolder kept = results.folder("compression");
        stop.listen();
        PrintWriter err = spec.commandLine().getErr();
        CompressionResult result = recordings.measure(folder, stop, err);
        try (ResultTable table = kept.table("compression")) {
            result.rows().stream().map(CompressionRow::toResult).forEach(table::add);
        }
        if (json != null) {
            CompressionJson.write(result.rows(), json);
        }
        PrintWriter out = spec.commandLine().getOut();
        new CompressionTable(result.rows()).toLines().forEach(out::println);
        return OutOption.end(kept, stop, result.unread().isEmpty(), err);
    }

    /** Before the work, not after it. */
    private void checkWritable() {
        Path parent = json == null ? null : json.toAbsolutePath().getParent();
        if (json != null && (Files.isDirectory(json) || parent == null || !Files.isWritable(parent))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + json + "' cannot be written; it must be a file in a folder that is there");
        }
    }
}
