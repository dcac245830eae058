package org.banip.measure.losses;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.Stop;
import org.banip.measure.faults.machine.SmallDisk;
import org.banip.measure.peer.TextTable;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** All products with all faults, several runs at a time. The caller's thread reports. */
public final class LossesExperiment {
    /** Name of the table. */
    public static final String TABLE = "losses";

    private static final Duration FRAME = Duration.ofMillis(200);
    /** Starts and ends of processes, and the delivery of what waits, in a usual run. */
    private static final double BESIDE_SECONDS = 9;

    private static final long END_SECONDS = 55;

    private final LossesSettings settings;
    private final ResultsFolder folder;
    private final Stop stop;
    private final List<Case> cases = new ArrayList<>();
    private final List<LossResult> results = new ArrayList<>();
    private final long begunNanos = System.nanoTime();

    private record Case(Product product, LossFault fault) {
        String name() {
            return fault + "-" + product;
        }
    }

    /**
     * Looks at the machine; nothing has begun.
     *
     * @param said takes a line for everything that is left out, with the reason
     */
    public LossesExperiment(LossesSettings settings, ResultsFolder folder, Stop stop, Consumer<String> said) {
        this.settings = settings;
        this.folder = folder;
        this.stop = stop;
        List<Product> there = settings.products().stream()
                .filter(product -> isThere(product.missing(), product.toString(), said))
                .toList();
        boolean wantsDisks = settings.faults().stream().anyMatch(fault -> fault.disk() != LossFault.Disk.NONE);
        boolean disks = wantsDisks && isThere(SmallDisk.missing(), "faults with a full disk", said);
        for (LossFault fault : settings.faults()) {
            if (disks || fault.disk() == LossFault.Disk.NONE) {
                there.stream().filter(fault::concerns).forEach(product -> cases.add(new Case(product, fault)));
            }
        }
    }

    private static boolean isThere(Optional<String> missing, String what, Consumer<String> said) {
        missing.ifPresent(why -> said.accept("left out: " + what + "; " + why));
        return missing.isEmpty();
    }

    /**
     * Makes the runs.
     *
     * @param json whether rows are printed as JSON
     * @param out takes the table, or the rows
     * @param said takes the problem of a run
     * @return whether every run was made, and BANip kept its promise in each of its own
     */
    public boolean run(boolean json, Consumer<String> out, Consumer<String> said)
            throws IOException, InterruptedException {
        Path work = Files.createDirectories(folder.directory().resolve(TABLE));
        ExecutorService executor = Executors.newFixedThreadPool(settings.parallel(), task -> {
            Thread thread = new Thread(task, "banip-losses");
            thread.setDaemon(true);
            return thread;
        });
        try (ResultTable table = folder.table(TABLE);
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            List<Future<LossResult>> runs = cases.stream()
                    .map(one -> executor.submit(() -> runOne(one, work.resolve(one.name()))))
                    .toList();
            for (int i = 0; i < runs.size() && !stop.requested(); i++) {
                Future<LossResult> run = runs.get(i);
                while (!run.isDone() && !stop.requested()) {
                    progress.update(line(runs));
                    boolean unused = stop.await(FRAME);
                }
                if (run.isDone()) {
                    take(result(run), table, json, out, said);
                }
            }
        } finally {
            executor.shutdownNow();
            boolean unused = executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        }
        if (!json) {
            lines().forEach(out);
        }
        return results.size() == cases.size()
                && results.stream().allMatch(result -> !result.product().isBanip() || result.kept());
    }

    private static LossResult result(Future<LossResult> run) throws IOException, InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw new IOException("a run broke off: " + e.getCause(), e);
        }
    }

    /** A run that cannot be made is a result with a problem, so that the others go on. */
    private LossResult runOne(Case one, Path place) throws InterruptedException {
        try {
            LossResult result;
            try (LossRun run = new LossRun(one.product(), one.fault(), settings, place)) {
                result = run.run();
            }
            if (result.kept()) {
                delete(place);
            }
            return result;
        } catch (IOException | RuntimeException e) {
            return new LossResult(one.product(), one.fault(), 0, 0, 0, 0, 0, 0, 0, String.valueOf(e.getMessage()));
        }
    }

    private void take(LossResult result, ResultTable table, boolean json, Consumer<String> out, Consumer<String> said) {
        results.add(result);
        table.add(result.row());
        if (!result.problem().isEmpty()) {
            said.accept(result.fault() + ", " + result.product() + ": " + result.problem());
        }
        if (json) {
            out.accept(result.row().json());
        }
    }

    private List<String> lines() {
        TextTable text = new TextTable();
        text.add(LossResult.HEAD);
        results.forEach(result -> text.add(result.cells()));
        List<String> lines = new ArrayList<>(text.toLines());
        for (LossResult result : results) {
            if (!result.problem().isEmpty()) {
                lines.add(result.fault() + ", " + result.product() + ": " + result.problem());
            }
        }
        return lines;
    }

    private String line(List<Future<LossResult>> runs) {
        int done = (int) runs.stream().filter(Future::isDone).count();
        double usual = settings.steady().multipliedBy(2).plus(settings.lasts()).toMillis() / 1000.0 + BESIDE_SECONDS;
        double elapsed = (System.nanoTime() - begunNanos) / 1e9;
        double all = done < settings.parallel()
                ? Math.max(usual, usual * runs.size() / settings.parallel())
                : elapsed * runs.size() / done;
        return "losses: " + Figures.count(done) + " of " + Figures.counted(runs.size(), "run") + "; about "
                + Figures.clock(Duration.ofMillis((long) (Math.max(0, all - elapsed) * 1000))) + " left";
    }

    private static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
