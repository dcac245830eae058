package org.banip.measure.cpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.ShownThreads;
import org.banip.app.terminal.Stop;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/**
 * Makes planned runs, several at a time, in the order of the plan. A run at a share of the transfer capacity waits for the run that measures this
 * capacity with the same settings. Belongs to the thread that calls {@link #run}, which also shows the progress; each run has a thread of its own.
 */
public final class CpiExperiment {
    /** Number of runs that may start their processes at the same time. */
    static final int STARTING = 2;

    private final String name;
    private final List<CpiRunState> states;
    private final int atOnce;
    private final Path raw;
    private final ResultTable table;
    private final Stop stop;
    private final Semaphore permits;
    private final Semaphore starting = new Semaphore(STARTING, true);
    private final Map<CpiSettings, CompletableFuture<Double>> capacities = new HashMap<>();

    /**
     * Creates an experiment, whose table and folder of raw data have this name.
     *
     * @param atOnce number of runs at the same time
     * @throws IllegalArgumentException if a run's load is a share of a transfer capacity that no run measures
     */
    public CpiExperiment(String name, List<PlannedRun> plan, ResultsFolder folder, int atOnce, Stop stop) {
        this.name = name;
        this.atOnce = atOnce;
        this.stop = stop;
        raw = folder.directory().resolve(name);
        states = plan.stream().map(CpiRunState::new).toList();
        permits = new Semaphore(atOnce, true);
        for (PlannedRun run : plan) {
            if (run.load() instanceof Load.Capacity) {
                capacities.put(run.settings(), new CompletableFuture<>());
            }
        }
        for (PlannedRun run : plan) {
            if (run.load() instanceof Load.Share && !capacities.containsKey(run.settings())) {
                throw new IllegalArgumentException(run.name() + " needs a transfer capacity that no run measures");
            }
        }
        table = folder.table(name);
    }

    /**
     * Makes all runs, or stops when the user requests the end.
     *
     * @return the findings in the order of the plan, without runs that were not made
     */
    public CpiFindings run() throws InterruptedException {
        List<Thread> threads = states.stream().map(this::thread).toList();
        CpiView view = new CpiView(states, atOnce);
        try (table;
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            ShownThreads.run(threads, stop, progress, view::block, view::line);
        }
        List<ResultRow> rows =
                states.stream().map(CpiRunState::row).flatMap(Optional::stream).toList();
        List<CpiResult> results = states.stream()
                .map(CpiRunState::result)
                .flatMap(Optional::stream)
                .toList();
        List<String> problems = states.stream()
                .map(CpiRunState::problem)
                .flatMap(Optional::stream)
                .toList();
        return new CpiFindings(rows, results, problems, states.size());
    }

    private Thread thread(CpiRunState state) {
        Thread thread = new Thread(
                () -> make(state), "banip-" + name + "-" + state.plan().name());
        thread.setDaemon(true);
        return thread;
    }

    private void make(CpiRunState state) {
        CompletableFuture<Double> measured = state.plan().load() instanceof Load.Capacity
                ? capacities.getOrDefault(state.plan().settings(), new CompletableFuture<>())
                : new CompletableFuture<>();
        try {
            OptionalDouble capacity = capacity(state.plan());
            permits.acquire();
            try {
                make(state, capacity, measured);
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            measured.completeExceptionally(e); // the end was requested
        } catch (IOException | ExecutionException | RuntimeException e) {
            measured.completeExceptionally(e); // runs that wait for it fail, too
            if (!stop.requested()) {
                state.fail(e);
                state.row().ifPresent(table::add);
            }
        }
    }

    /** The capacity to which a relative load refers, as soon as the run that measures it has ended. */
    private OptionalDouble capacity(PlannedRun plan) throws InterruptedException, ExecutionException {
        CompletableFuture<Double> measured = capacities.get(plan.settings());
        return plan.load() instanceof Load.Share && measured != null
                ? OptionalDouble.of(measured.get())
                : OptionalDouble.empty();
    }

    private static double load(Load planned, OptionalDouble capacity) {
        if (planned instanceof Load.Rate rate) {
            return rate.bytesPerSecond();
        }
        if (planned instanceof Load.Share share) {
            return Math.max(1, share.ofCapacity() * capacity.orElseThrow());
        }
        return 0;
    }

    private void make(CpiRunState state, OptionalDouble capacity, CompletableFuture<Double> measured)
            throws IOException, InterruptedException {
        PlannedRun plan = state.plan();
        double load = load(plan.load(), capacity);
        CpiRun run = new CpiRun(plan, load, raw.resolve(plan.name()), starting);
        state.begin(run, load > 0 ? plan.bytes() / load : plan.expectedSeconds());
        CpiResult result = run.run();
        if (result.measuresCapacity()) {
            measured.complete(result.deliveries().capacity());
        }
        state.end(result, capacity);
        state.row().ifPresent(table::add);
    }
}
