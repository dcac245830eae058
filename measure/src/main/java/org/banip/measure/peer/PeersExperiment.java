package org.banip.measure.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.app.terminal.Stop;
import org.banip.measure.peer.process.Peers;
import org.banip.measure.results.ResultTable;

/** Makes all runs, several at a time if the link is the bottleneck, and keeps their results. */
public final class PeersExperiment {
    /** Name of the table of results, which has a row for each run. */
    public static final String TABLE = "peers";

    private static final String NOT_BEGUN = "not begun";
    private static final Duration FRAME = Duration.ofMillis(500);
    private final PeersSettings settings;
    private final Stop stop;
    private final RunPlans plans;
    private final List<List<RunPlan>> batches;
    private final PeersProgress progress;
    private final List<String> leftOut = new ArrayList<>();

    /** Creates an experiment that ends early on request. */
    public PeersExperiment(PeersSettings wanted, Stop stop) {
        List<String> usable = new ArrayList<>();
        for (String peer : wanted.peers()) {
            if (Peers.isBanip(peer) || Peers.peer(peer).missing().isEmpty()) {
                usable.add(peer);
            } else {
                leftOut.add(peer + " is left out: " + Peers.peer(peer).missing().get());
            }
        }
        settings = new PeersSettings(
                usable,
                wanted.kinds(),
                wanted.links(),
                wanted.source(),
                wanted.load(),
                wanted.times(),
                wanted.parallel(),
                wanted.results(),
                wanted.seed());
        this.stop = stop;
        plans = new RunPlans(settings);
        batches = plans.batches();
        progress = new PeersProgress(batches);
    }

    /**
     * Runs it.
     *
     * @param show receives the progress from time to time
     * @return the table
     */
    public PeersTable run(Consumer<PeersProgress> show) throws InterruptedException {
        List<RunOutcome> outcomes = new ArrayList<>();
        try (ResultTable table = settings.results().table(TABLE)) {
            Consumer<RunOutcome> keep = outcome -> {
                if (!outcome.problem().equals(NOT_BEGUN)) {
                    table.add(outcome.row());
                    outcomes.add(outcome);
                }
            };
            for (List<RunPlan> batch : batches) {
                run(batch, show, keep);
            }
        }
        return new PeersTable(settings, plans, outcomes, leftOut);
    }

    private void run(List<RunPlan> batch, Consumer<PeersProgress> show, Consumer<RunOutcome> keep)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(batch.size());
        StartBarrier barrier = new StartBarrier(batch.size(), settings.times().lead());
        try {
            CompletionService<RunOutcome> service = new ExecutorCompletionService<>(executor);
            batch.forEach(plan -> service.submit(() -> run(plan, barrier)));
            int left = batch.size();
            while (left > 0) {
                Future<RunOutcome> done = service.poll(FRAME.toMillis(), TimeUnit.MILLISECONDS);
                if (done != null) {
                    left--;
                    keep.accept(done.get());
                }
                show.accept(progress);
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    private RunOutcome run(RunPlan plan, StartBarrier barrier) {
        if (stop.requested()) {
            barrier.leave();
            return RunOutcome.failed(plan, NOT_BEGUN);
        }
        try {
            Path folder = settings.results()
                    .directory()
                    .toAbsolutePath()
                    .resolve(TABLE)
                    .resolve(plan.linkName() + "-" + plan.kind().token() + "-" + plan.peer());
            return new PeerRun(plan, folder, barrier, stop::requested, share -> progress.at(plan, share)).run();
        } catch (IOException | RuntimeException e) {
            return RunOutcome.failed(plan, e.toString()); // the other runs continue
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RunOutcome.failed(plan, "interrupted");
        } finally {
            progress.done(plan);
        }
    }
}
