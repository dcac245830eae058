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

/** Says a line when a benchmark begins, and what goes wrong. JMH calls it on one thread. */
public final class JmhProgress implements OutputFormat {
    private final PrintWriter log;
    private final Consumer<RunResult> ended;
    private int begun;

    /**
     * Nothing has begun.
     *
     * @param log where the lines go
     * @param ended told what each benchmark found, as soon as it has
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
            return; // it failed, and what went wrong has been said
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
