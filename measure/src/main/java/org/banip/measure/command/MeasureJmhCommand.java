package org.banip.measure.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.banip.app.option.Checked;
import org.banip.measure.bench.JavaHome;
import org.banip.measure.bench.JmhRows;
import org.banip.measure.bench.JmhRun;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.banip.recordings.Recording;
import org.banip.recordings.Recordings;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banip measure jmh}. */
@Command(
        name = "jmh",
        header = "Measures speed and allocation of the code with JMH.",
        description = {
            "Each benchmark runs in a JVM of its own, in each Java. FrameBenchmark (frame codec) takes one minute, CodecBenchmark"
                    + " (chains) four, SpoolBenchmark (the MBU's spool) two, BeatBenchmark (beat detector), StoreBenchmark"
                    + " (appending), OpeningBenchmark (opening for reading), RowChecksumBenchmark and ReceiveBenchmark (the host's receive path)"
                    + " half a minute each."
        })
final class MeasureJmhCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILTER",
            description = "A regular expression: benchmarks whose names match, for example Store. Default: all.")
    private String filter = ".*";

    @Option(
            names = "--recording",
            paramLabel = "FILE",
            description = "The recording whose first group is coded. Default: a generated ECG.")
    private @Nullable Path recording;

    @Option(
            names = "--java",
            paramLabel = "DIR",
            split = ",",
            description = "Home folders of the Java versions to use, separated by commas."
                    + " Default: this Java, and the newest newer one in the same folder.")
    private List<Path> homes = List.of();

    @Option(
            names = "--quick",
            description = "Run each benchmark for a moment, only to check that it works. Default: no.")
    private boolean quick;

    @Mixin
    private final OutOption out = new OutOption();

    @Mixin
    private final JsonOption json = new JsonOption();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws RunnerException {
        List<JavaHome> javas = Checked.options(spec, this::javas);
        if (recording != null) {
            Recording unused = Recordings.open(recording); // an error must come before the JVMs start
        }
        PrintWriter log = spec.commandLine().getErr();
        ResultsFolder folder = out.folder("jmh");
        try (ResultTable table = folder.table("jmh")) {
            for (JavaHome java : javas) {
                log.println("Java " + java.version() + ", " + java.directory());
                run(java).run(log, found -> {
                    ResultRow row = JmhRows.of(found);
                    table.add(row);
                    json.print(
                            List.of(row),
                            () -> List.of(JmhRows.line(found)),
                            spec.commandLine().getOut());
                });
            }
        }
        log.println("results in " + folder.directory());
        return ExitCode.OK;
    }

    private JmhRun run(JavaHome java) {
        JmhRun run = new JmhRun(java, filter).recording(Optional.ofNullable(recording));
        return quick ? run.glance() : run;
    }

    /** The Java versions to use; throws if no benchmark matches. */
    private List<JavaHome> javas() {
        JmhRun.check(filter);
        JavaHome running = JavaHome.running();
        if (quick) {
            return List.of(running);
        }
        return homes.isEmpty()
                ? Stream.concat(Stream.of(running), running.newestBeside().stream())
                        .toList()
                : homes.stream().map(JavaHome::of).toList();
    }
}
