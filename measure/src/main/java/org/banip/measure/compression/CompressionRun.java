package org.banip.measure.compression;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * Measures each group of a folder with each method at each packet length. One job runs per processor, on threads that end with the run. An
 * instance runs once.
 */
public final class CompressionRun {
    private static final long GLANCE_MILLIS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Fixed cost of a job, in nanoseconds. */
    private static final double JOB_NANOS = 5e6;

    /** Receives the progress now and then. */
    @FunctionalInterface
    public interface Listener {
        /** Called on the thread that runs the measurement. */
        void on(CompressionProgress state);
    }

    private record Job(int order, MeasuredGroup group, Method method, PacketLength length) {
        double nanos() {
            return JOB_NANOS + method.cost() * group.bytes();
        }

        CompressionRow run() throws Exception {
            GroupSamples samples = group.read();
            long bytesOut = method.measure(samples, length.units(samples.group()));
            return new CompressionRow(
                    samples.recording(),
                    samples.group().channels().size(),
                    samples.group().frequency().hertz(),
                    method.name(),
                    length.label(),
                    samples.count(),
                    samples.bytes().length,
                    bytesOut);
        }
    }

    /** A row, or the reason why there is none. */
    private record Done(Job job, Optional<CompressionRow> row, String why) {
        static Done of(Job job) throws Exception {
            try {
                return new Done(job, Optional.of(job.run()), "");
            } catch (BanipException e) {
                if (e.code() != ErrorCode.MALFORMED_RECORDING) {
                    throw e;
                }
                return new Done(job, Optional.empty(), String.valueOf(e.getMessage()));
            }
        }
    }

    private final List<Job> jobs = new ArrayList<>();

    /**
     * Creates a run that has not begun.
     *
     * @param chains measured in addition to the standard methods
     * @throws BanipException {@code INVALID_CHAIN}
     */
    public CompressionRun(RecordingFolder folder, List<String> chains) {
        for (MeasuredGroup group : folder.groups()) {
            for (Method method : Methods.all(chains)) {
                for (PacketLength length : method.lengths()) {
                    jobs.add(new Job(jobs.size(), group, method, length));
                }
            }
        }
    }

    /**
     * Measures all recordings that can be read.
     *
     * @param stop whether to end early, with the results so far
     * @throws IllegalStateException if decoded samples differ from the encoded ones
     * @throws BanipException {@code INTERNAL} if measuring fails, or a measuring thread does not end
     */
    public CompressionResult run(Listener listener, BooleanSupplier stop) throws InterruptedException {
        List<Job> longestFirst = new ArrayList<>(jobs);
        longestFirst.sort(Comparator.comparingDouble(Job::nanos).reversed());
        ExecutorService threads =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            CompletionService<Done> measuring = new ExecutorCompletionService<>(threads);
            longestFirst.forEach(job -> measuring.submit(() -> Done.of(job)));
            return result(collect(measuring, listener, stop));
        } finally {
            end(threads);
        }
    }

    private static void end(ExecutorService threads) throws InterruptedException {
        threads.shutdownNow(); // methods check for the interrupt between packets
        if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new BanipException(
                    ErrorCode.INTERNAL,
                    "threads that measure have not ended " + PATIENCE.toSeconds() + " s after they were told to");
        }
    }

    private List<Done> collect(CompletionService<Done> measuring, Listener listener, BooleanSupplier stop)
            throws InterruptedException {
        double all = jobs.stream().mapToDouble(Job::nanos).sum();
        double done = 0;
        long began = System.nanoTime();
        List<Done> results = new ArrayList<>();
        while (results.size() < jobs.size() && !stop.getAsBoolean()) {
            Future<Done> next = measuring.poll(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
            if (next != null) {
                Done result = get(next);
                results.add(result);
                done += result.job.nanos();
            }
            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            listener.on(new CompressionProgress(results.size(), jobs.size(), done / all, elapsed));
        }
        return results;
    }

    private static CompressionResult result(List<Done> results) {
        results.sort(Comparator.comparingInt(result -> result.job.order()));
        List<String> unread = results.stream()
                .filter(result -> result.row().isEmpty())
                .map(Done::why)
                .distinct()
                .toList();
        return new CompressionResult(
                results.stream().flatMap(result -> result.row().stream()).toList(), unread);
    }

    private static Done get(Future<Done> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new BanipException(ErrorCode.INTERNAL, "measuring failed: " + e.getCause(), e);
        }
    }
}
