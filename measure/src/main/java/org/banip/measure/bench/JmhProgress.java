package org.banip.measure.bench;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Prints a line when a benchmark begins, and prints errors. JMH calls it on one thread. */
public final class JmhProgress implements OutputFormat {
    private final PrintWriter log;
    private final Consumer<RunResult> ended;
    private int begun;

    /**
     * Creates the progress of a run that has not begun.
     *
     * @param log receives the lines
     * @param ended receives the result of each benchmark as soon as it ends
     */
    public JmhProgress(PrintWriter log, Consumer<RunResult> ended) {
        this.log = log;
        this.ended = ended;
    }

    @Override
    public void startBenchmark(BenchmarkParams params) {
        begun++;
        long seconds = params.getForks() * (total(params.getWarmup()) + total(params.getMeasurement()));
        log.println(begun + ": " + JmhRows.name(params) + ", about " + seconds + " s");
    }

    private static long total(IterationParams iterations) {
        return iterations.getCount() * iterations.getTime().convertTo(TimeUnit.MILLISECONDS) / 1000;
    }

    @Override
    public void endBenchmark(BenchmarkResult result) {
        if (result == null) {
            return; // it failed, and the error was printed
        }
        ended.accept(new RunResult(result.getParams(), List.of(result)));
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {}

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> result) {}

    @Override
    public void print(String text) {}

    @Override
    public void println(String text) {
        if (text.contains("xception") || text.contains("rror")) {
            log.println(text);
        }
    }

    @Override
    public void flush() {
        log.flush();
    }

    @Override
    public void close() {
        log.flush();
    }

    @Override
    public void verbosePrintln(String text) {}

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] b) {}
}
