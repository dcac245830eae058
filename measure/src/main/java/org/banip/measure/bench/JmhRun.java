package org.banip.measure.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs benchmarks, each in a JVM of its own. */
public final class JmhRun {
    private static final TimeValue GLANCE = TimeValue.milliseconds(20);

    private final ChainedOptionsBuilder options;

    /**
     * Nothing runs yet.
     *
     * @param java runs them
     * @param filter a regular expression that is found in the names of benchmarks
     */
    public JmhRun(JavaHome java, String filter) {
        options = new OptionsBuilder()
                .include(filter)
                .addProfiler(GCProfiler.class)
                .jvm(java.executable())
                .jvmArgs(java.flags())
                .shouldFailOnError(true);
    }

    /** Codes this recording's first group, not a generated signal. */
    public JmhRun recording(Optional<Path> recording) {
        recording.ifPresent(
                file -> options.param("recording", file.toAbsolutePath().toString()));
        return this;
    }

    /** Runs each for a moment in this JVM: proves that it runs, and says nothing about speed. */
    public JmhRun glance() {
        options.forks(0).warmupIterations(0).measurementIterations(1).measurementTime(GLANCE);
        return this;
    }

    /**
     * Runs them.
     *
     * @param log says how far it is
     * @param ended told what each found, as soon as it has ended
     * @throws RunnerException if one fails or none matches
     */
    public void run(PrintWriter log, Consumer<RunResult> ended) throws RunnerException {
        new Runner(options.build(), new JmhProgress(log, ended)).run();
    }
}
