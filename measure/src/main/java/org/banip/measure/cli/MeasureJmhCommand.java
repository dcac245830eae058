package org.banip.measure.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.banip.measure.bench.JavaHome;
import org.banip.measure.bench.JmhRows;
import org.banip.measure.bench.JmhRun;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code banip measure jmh}. */
@Command(
        name = "jmh",
        header = "Measures how fast the code is and what it allocates, with JMH.",
        description = "The frame codec, the coders, the store, the host's receive path; each in a JVM of its own.")
final class MeasureJmhCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "FILTER",
            description = "A regular expression: benchmarks whose names match. Default: all.")
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
            description = "Homes of the Javas to run them in, several with commas."
                    + " Default: this one, and the newest newer one installed beside it.")
    private List<Path> homes = List.of();

    @Option(
            names = "--quick",
            description =
                    "Run each for a moment in this Java, to see that it runs; says nothing about speed. Default: no.")
    private boolean quick;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "Where results go, made if it is not there. Default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("results");

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws RunnerException {
        List<JavaHome> javas = Checked.options(spec, this::javas);
        PrintWriter log = spec.commandLine().getErr();
        ResultsFolder folder = ResultsFolder.create(out, Environment.here(0));
        try (ResultTable table = folder.table("jmh")) {
            for (JavaHome java : javas) {
                log.println("Java " + java.version() + ", " + java.directory());
                run(java).run(log, found -> {
                    ResultRow row = JmhRows.of(found);
                    table.add(row);
                    spec.commandLine().getOut().println(row.json());
                });
            }
        } catch (NoBenchmarksException e) {
            throw new ParameterException(spec.commandLine(), "no benchmark's name matches '" + filter + "'", e);
        }
        return ExitCode.OK;
    }

    private JmhRun run(JavaHome java) {
        JmhRun run = new JmhRun(java, filter).recording(Optional.ofNullable(recording));
        return quick ? run.glance() : run;
    }

    private List<JavaHome> javas() {
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
