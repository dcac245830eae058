package org.banip.measure.bench;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks, each in a JVM of its own. */
public final class JmhRun {
    private static final TimeValue GLANCE = TimeValue.milliseconds(20);
    /** What a spool or a store has at a glance, where benchmarks fill them with up to a million packets. */
    private static final String[] FEW = {"16", "1024"};

    private final ChainedOptionsBuilder options;

    /**
     * Creates a run that has not begun.
     *
     * @param java runs them
     * @param filter a regular expression; benchmarks run if it is found in their names
     */
    public JmhRun(JavaHome java, String filter) {
        options = new OptionsBuilder()
                .include(filter)
                .addProfiler(GCProfiler.class)
                .jvm(java.executable())
                .jvmArgs(java.flags())
                .shouldFailOnError(true);
    }

    /**
     * Checks a filter.
     *
     * @throws IllegalArgumentException if it is not a regular expression, or is found in no benchmark's name
     */
    public static void check(String filter) {
        OutputFormat silent = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        if (BenchmarkList.defaultList().find(silent, List.of(filter), List.of()).isEmpty()) {
            throw new IllegalArgumentException("no benchmark's name matches '" + filter + "'");
        }
    }

    /** Uses the first group of this recording instead of a generated signal. */
    public JmhRun recording(Optional<Path> recording) {
        recording.ifPresent(
                file -> options.param("recording", file.toAbsolutePath().toString()));
        return this;
    }

    /** Runs each benchmark for a moment in this JVM, on small stores and spools. This proves that it runs; it does not measure speed. */
    public JmhRun glance() {
        options.forks(0).warmupIterations(0).measurementIterations(1).measurementTime(GLANCE);
        options.param("backlog", FEW).param("packets", FEW);
        return this;
    }

    /**
     * Runs the benchmarks.
     *
     * @param log receives the progress
     * @param ended receives each result as soon as its benchmark ends
     * @throws RunnerException if one fails or none matches
     */
    public void run(PrintWriter log, Consumer<RunResult> ended) throws RunnerException {
        new Runner(options.build(), new JmhProgress(log, ended)).run();
    }
}
