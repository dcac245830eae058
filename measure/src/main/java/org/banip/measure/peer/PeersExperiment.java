package org.banip.measure.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
import org.banip.measure.peer.process.Peers;
import org.banip.measure.results.Environment;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.banip.measure.terminal.Stop;

/** Carries out all runs, several at once where the link is the bottleneck, and keeps what they find. */
public final class PeersExperiment {
    /** The table of results: a row per run. */
    public static final String TABLE = "peers";

    private static final Duration FRAME = Duration.ofMillis(500);
    private static final List<String> STORE = List.of("store.db", "store.db-wal", "store.db-shm");

    private final PeersSettings settings;
    private final Stop stop;
    private final RunPlans plans;
    private final PeersProgress progress;
    private final List<String> leftOut = new ArrayList<>();

    /** An experiment that ends early when asked to stop. */
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
                wanted.cpuSets(),
                wanted.parallel(),
                wanted.results(),
                wanted.seed());
        this.stop = stop;
        plans = new RunPlans(settings);
        progress = new PeersProgress(plans.overLinks(), plans.alone(), settings.parallel());
    }

    /**
     * Runs it.
     *
     * @param show told how far it has come, now and then
     * @return the table
     */
    public PeersTable run(Consumer<PeersProgress> show) throws InterruptedException {
        ResultsFolder folder = ResultsFolder.create(settings.results(), Environment.here(settings.seed()));
        List<RunOutcome> outcomes = new ArrayList<>();
        try (ResultTable table = folder.table(TABLE)) {
            Consumer<RunOutcome> keep = outcome -> {
                table.add(outcome.row());
                outcomes.add(outcome);
            };
            runAll(plans.overLinks(), settings.parallel(), show, keep);
            runAll(plans.alone(), 1, show, keep);
        }
        return new PeersTable(settings, plans, outcomes, leftOut);
    }

    private void runAll(List<RunPlan> wanted, int atOnce, Consumer<PeersProgress> show, Consumer<RunOutcome> keep)
            throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(atOnce);
        try {
            CompletionService<RunOutcome> service = new ExecutorCompletionService<>(executor);
            wanted.forEach(plan -> service.submit(() -> run(plan)));
            int left = wanted.size();
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

    private RunOutcome run(RunPlan plan) {
        if (stop.requested()) {
            return RunOutcome.failed(plan, "not begun");
        }
        try {
            Path folder = Files.createDirectories(settings.results()
                    .toAbsolutePath()
                    .resolve(TABLE)
                    .resolve(plan.linkName() + "-" + plan.kind().token() + "-" + plan.peer()));
            deleteStore(folder);
            RunOutcome outcome = new PeerRun(plan, folder, stop::requested, share -> progress.at(plan, share)).run();
            deleteStore(folder);
            return outcome;
        } catch (IOException | UncheckedIOException e) {
            return RunOutcome.failed(plan, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RunOutcome.failed(plan, "interrupted");
        } finally {
            progress.done(plan);
        }
    }

    private static void deleteStore(Path folder) throws IOException {
        for (String name : STORE) {
            Files.deleteIfExists(folder.resolve(name));
        }
    }
}
