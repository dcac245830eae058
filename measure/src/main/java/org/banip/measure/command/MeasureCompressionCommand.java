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
        header = "Measures how much each coding method saves on a folder of recordings.",
        description = {
            "Compares the payloads of packets of several lengths, key packets included, with the sensor sets. Methods: BANip's"
                    + " chains, deflate of each packet as in 2003, zstd as one stream, a coder in the style of FLAC, and xz on the"
                    + " whole recording.",
            "Everything is decoded again; the command fails if a byte differs. A recording that cannot be opened is named and left"
                    + " out. So is a damaged recording; then the exit code is 1."
        })
final class MeasureCompressionCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final RecordingsOptions recordings = new RecordingsOptions();

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description =
                    "Also write the rows to this file, one JSON object on each line; here --json needs a file. Default: none.")
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

    /** Checked before the measurement, which takes long. */
    private void checkWritable() {
        Path parent = json == null ? null : json.toAbsolutePath().getParent();
        if (json != null && (Files.isDirectory(json) || parent == null || !Files.isWritable(parent))) {
            throw new ParameterException(
                    spec.commandLine(), "'" + json + "' cannot be written; it must be a file in an existing folder");
        }
    }
}
