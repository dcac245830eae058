package org.banip.measure.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banip measure jmh}. */
@Command(
        name = "jmh",
        header = "Measures how fast the code is and what it allocates, with JMH.",
        description = "Allocated bytes are those per operation: gc.alloc.rate.norm.")
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
            names = "--json",
            paramLabel = "FILE",
            description = "Write the results to this file too, in JMH's own JSON. Default: do not.")
    private @Nullable Path json;

    @Override
    public Integer call() throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(filter)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true);
        if (recording != null) {
            options.param("recording", recording.toAbsolutePath().toString());
        }
        if (json != null) {
            options.resultFormat(ResultFormatType.JSON).result(json.toString());
        }
        new Runner(options.build()).run();
        return ExitCode.OK;
    }
}
