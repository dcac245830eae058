package org.banip.measure.paths;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.ProgressDisplay;
import org.banip.app.terminal.ShownThreads;
import org.banip.app.terminal.Stop;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.results.ResultRow;
import org.banip.measure.results.ResultTable;
import org.banip.measure.results.ResultsFolder;

/** Makes all runs, several at a time. Belongs to the thread that calls {@link #run}, which also shows the progress; each run has a thread of its own. */
public final class PathsExperiment {
    /** Name of the table of runs. */
    public static final String TABLE = "paths";
    /** Name of the table of means. */
    public static final String MEANS = "paths-means";

    private static final int STARTING = 2;

    private final PathsSettings settings;
    private final ResultsFolder folder;
    private final Stop stop;
    private final List<RunState> states;
    private final Semaphore permits;
    private final Semaphore starting = new Semaphore(STARTING, true);
    private final Map<Transport, String> missing = new EnumMap<>(Transport.class);

    /** An experiment that ends early on request. */
    public PathsExperiment(PathsSettings settings, ResultsFolder folder, Stop stop) {
        this(settings, PlannedRun.plan(settings), folder, stop);
    }

    PathsExperiment(PathsSettings settings, List<PlannedRun> plan, ResultsFolder folder, Stop stop) {
        this.settings = settings;
        this.folder = folder;
        this.stop = stop;
        states = plan.stream().map(RunState::new).toList();
        permits = new Semaphore(settings.atOnce(), true);
        plan.stream()
                .map(PlannedRun::transport)
                .distinct()
                .forEach(transport -> transport.missing().ifPresent(why -> missing.put(transport, why)));
    }

    /** A line for each case: how many runs it has, and about how long they take one after another. */
    public static List<String> list(PathsSettings settings) {
        Map<String, List<PlannedRun>> cases = new LinkedHashMap<>();
        for (Scenario scenario : settings.scenarios()) {
            settings.of(scenario).forEach(studied -> cases.put(scenario + " " + studied.name(), new ArrayList<>()));
        }
        for (PlannedRun run : PlannedRun.plan(settings)) {
            List<PlannedRun> runs =
                    cases.get(run.studied().scenario() + " " + run.studied().name());
            if (runs != null) {
                runs.add(run);
            }
        }
        return cases.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(each ->
                        each.getKey() + ": " + Figures.counted(each.getValue().size(), "run") + ", about "
                                + Figures.clock(Duration.ofSeconds(Math.round(each.getValue().stream()
                                        .mapToDouble(PathsView::seconds)
                                        .sum()))))
                .toList();
    }

    /** Makes the runs, and returns what was found. */
    public PathsFindings run() throws InterruptedException {
        PathsView view = new PathsView(states, settings.atOnce());
        try (ResultTable table = folder.table(TABLE);
                ProgressDisplay progress = ProgressDisplay.onStandardError()) {
            List<Thread> threads = states.stream()
                    .map(state -> new Thread(
                            () -> make(state, table), "banip-" + state.plan().name()))
                    .toList();
            ShownThreads.run(threads, stop, progress, view::block, view::line);
        }
        PathsFindings findings = new PathsFindings(states, settings);
        try (ResultTable means = folder.table(MEANS)) {
            findings.means().stream().map(Mean::row).forEach(means::add);
        }
        return findings;
    }

    private void make(RunState state, ResultTable table) {
        try {
            permits.acquire();
            try {
                makeNow(state);
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            return; // the end was requested
        }
        Optional<ResultRow> row = state.row(settings);
        if (!stop.requested()) {
            row.ifPresent(table::add);
        }
    }

    private void makeNow(RunState state) throws InterruptedException {
        String why = missing.get(state.plan().transport());
        if (why != null) {
            state.skip(why);
            return;
        }
        Path own = folder.directory()
                .toAbsolutePath()
                .resolve(TABLE)
                .resolve(state.plan().name());
        try {
            PathsRun run = new PathsRun(state.plan(), settings, own, starting);
            state.begin(run);
            state.end(run.run());
        } catch (IOException | RuntimeException e) {
            state.fail(e.getMessage() == null ? e.toString() : e.getMessage()); // the other runs go on
        }
    }
}
