package org.banip.measure.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.measure.faults.machine.ShiftedClock;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;
import org.jspecify.annotations.Nullable;

/** The fault suite (docs/faults.md). The caller's thread reports; each arrangement has a thread of its own. */
public final class FaultsExperiment {
    /** Name of the table of rounds. */
    public static final String TABLE = "faults";

    private static final Duration FRAME = Duration.ofMillis(100);
    private static final long END_SECONDS = 55;

    private final FaultsSettings settings;
    private final ResultsFolder folder;
    private final Stop stop;
    private final Possible possible;
    private final BlockingQueue<RoundResult> results = new LinkedBlockingQueue<>();
    private final FaultsSummary summary = new FaultsSummary();
    private final FaultsView view;

    private FaultsExperiment(FaultsSettings settings, ResultsFolder folder, Stop stop, Possible possible) {
        this.settings = settings;
        this.folder = folder;
        this.stop = stop;
        this.possible = possible;
        view = new FaultsView(settings.rounds(), settings.parallel());
    }

    /**
     * Looks at the machine, and makes what it makes possible; nothing has begun.
     *
     * @param said takes a line for everything that is left out
     * @throws IllegalArgumentException if nothing is left of the faults that are wanted
     */
    public static FaultsExperiment here(
            FaultsSettings settings, ResultsFolder folder, Stop stop, Consumer<String> said) {
        Possible possible = Possible.here();
        boolean wantsDatabase = settings.databases().contains(true);
        possible.leftOut(wantsDatabase).forEach(said);
        boolean without = wantsDatabase && possible.noDatabase().isPresent();
        return new FaultsExperiment(without ? settings.withoutPostgresql() : settings, folder, stop, possible);
    }

    /**
     * Makes the rounds.
     *
     * @param json whether rows are printed as JSON
     * @param out takes the lines for people or programs
     * @param said takes what is said meanwhile: a line for each round, and the details of a failure
     * @return whether every round was made and passed
     */
    public boolean run(boolean json, Consumer<String> out, Consumer<String> said)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(folder.directory().resolve(TABLE));
        Optional<Path> clocks = possible.clocks() ? Optional.of(ShiftedClock.build(work)) : Optional.empty();
        ExecutorService executor = Executors.newFixedThreadPool(settings.parallel(), task -> {
            Thread thread = new Thread(task, "banip-faults");
            thread.setDaemon(true);
            return thread;
        });
        try (ResultTable table = folder.table(TABLE);
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            List<Future<Integer>> lives = begin(executor, work, clocks);
            executor.shutdown();
            while (!stop.requested() && !executor.isTerminated()) {
                progress.update(size -> view.block(size), view::line);
                take(results.poll(FRAME.toMillis(), TimeUnit.MILLISECONDS), table, json, out, said);
            }
            end(executor, lives, said);
            for (RoundResult left = results.poll(); left != null; left = results.poll()) {
                take(left, table, json, out, said);
            }
            progress.update(size -> view.block(size), view::line);
        } finally {
            executor.shutdownNow();
            boolean unused = executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        }
        if (!json) {
            summary.lines().forEach(out);
        }
        return view.made() == settings.rounds() && summary.failed() == 0;
    }

    /** Each life has the rounds that belong to its number, wherever the suite begins: so a round is always the same. */
    private List<Future<Integer>> begin(ExecutorService executor, Path work, Optional<Path> clocks) {
        List<Future<Integer>> lives = new ArrayList<>();
        int last = settings.first() + settings.rounds() - 1;
        for (int next = settings.first(); next <= last; ) {
            int number = (next - 1) / settings.life();
            int from = next;
            int to = Math.min(last, (number + 1) * settings.life());
            ArrangementKind kind = ArrangementKind.of(number, settings, possible);
            lives.add(executor.submit(() -> {
                new ArrangementLife(settings, kind, work, clocks, results::add).run(from, to);
                return number;
            }));
            next = to + 1;
        }
        return lives;
    }

    private void take(
            @Nullable RoundResult result,
            ResultTable table,
            boolean json,
            Consumer<String> out,
            Consumer<String> said) {
        if (result == null) {
            return;
        }
        view.made(result);
        summary.add(result);
        table.add(result.row());
        said.accept(result.line());
        if (result.failed()) {
            result.details(settings).forEach(said);
        }
        if (json) {
            out.accept(result.row().json());
        }
    }

    /** A life that broke off is a failure of the suite; what the others found is kept. */
    private void end(ExecutorService executor, List<Future<Integer>> lives, Consumer<String> said)
            throws InterruptedException {
        if (stop.requested()) {
            executor.shutdownNow();
            boolean unused = executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
            return;
        }
        for (Future<Integer> life : lives) {
            try {
                int unused = life.get();
            } catch (ExecutionException e) {
                said.accept("FAILED: an arrangement broke off, the seed is " + settings.seed() + ": " + e.getCause());
            }
        }
    }
}
