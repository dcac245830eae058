package org.banip.measure.paths;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.app.terminal.Figures;
import org.banip.measure.paths.scenario.Scenario;
import org.banip.measure.results.ResultRow;

/** What the study found. Immutable. */
public final class PathsFindings {
    /** Of a line of the means. */
    static final String FORMAT = "%-10s %-40s %-13s %-20s %8s %-18s %5s %10s %6s";

    private static final Set<Scenario> PUBLISHED_DELAY =
            Set.of(Scenario.PALS, Scenario.HAND_OVER, Scenario.REGIONAL, Scenario.FAIL_OVER, Scenario.OKUNISHI);
    /** Published for transfers of another size than {@code --size}. */
    private static final Set<Scenario> OF_TRANSFERS = Set.of(Scenario.PALS, Scenario.HAND_OVER, Scenario.REGIONAL);

    private final List<RunState> states;
    private final PathsSettings settings;

    PathsFindings(List<RunState> states, PathsSettings settings) {
        this.states = List.copyOf(states);
        this.settings = settings;
    }

    /** Whether every run of BANip was exact, and none failed. */
    public boolean exact() {
        return states.stream()
                .filter(state -> state.plan().transport().ours())
                .allMatch(state ->
                        state.result().map(result -> result.carried().exact()).orElse(false));
    }

    /** A row for each group of runs and transport. */
    List<Mean> means() {
        Map<String, List<RunState>> groups = new LinkedHashMap<>();
        for (RunState state : states) {
            String key = state.plan().studied().scenario() + "/"
                    + state.plan().studied().group() + "/" + state.plan().transport();
            groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(state);
        }
        return groups.values().stream().map(PathsFindings::mean).toList();
    }

    private static Mean mean(List<RunState> group) {
        PlannedRun first = group.get(0).plan();
        List<PathsResult> results =
                group.stream().map(RunState::result).flatMap(Optional::stream).toList();
        return new Mean(first.studied(), first.transport(), group.size(), results);
    }

    /** The rows of both tables. */
    public List<ResultRow> rows() {
        return Stream.concat(
                        states.stream().map(state -> state.row(settings)).flatMap(Optional::stream),
                        means().stream().map(Mean::row))
                .toList();
    }

    /** The means as a text table, and what must be known of them. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                FORMAT,
                "scenario",
                "group",
                "transport",
                "indicator",
                "mean",
                "[published]",
                "runs",
                "completed",
                "exact"));
        List<Mean> measured =
                means().stream().filter(mean -> !mean.results().isEmpty()).toList();
        measured.stream().map(Mean::line).forEach(lines::add);
        int unmeasured = means().size() - measured.size();
        if (unmeasured > 0) {
            lines.add(unmeasured + " of " + means().size() + " rows were not measured and are left out");
        }
        List<Mean> left = measured.stream()
                .filter(mean -> mean.studied().scenario() == Scenario.OKUNISHI && mean.isTransfer())
                .toList();
        if (!left.isEmpty()) {
            lines.add(Arrival.heading());
            left.stream().map(Mean::arrivalsLine).forEach(lines::add);
        }
        lines.add("congestion control " + settings.congestionControl() + ", uplink "
                + settings.mbu().uplink());
        if (measured.stream()
                .anyMatch(mean -> PUBLISHED_DELAY.contains(mean.studied().scenario()))) {
            lines.add("a published delay is read as " + settings.reading().token()
                    + "; in rows with 'delay read otherwise' as "
                    + settings.reading().other().token());
        }
        if (settings.cases().bytes() != PublishedPaths.BYTES
                && measured.stream()
                        .anyMatch(mean -> OF_TRANSFERS.contains(mean.studied().scenario()))) {
            lines.add("published figures of pals, hand-over and regional are of transfers of "
                    + Figures.bytes(PublishedPaths.BYTES) + ", here --size is "
                    + Figures.bytes(settings.cases().bytes()) + "; those of regional are scaled to it");
        }
        int processors = Runtime.getRuntime().availableProcessors();
        if (settings.atOnce() > processors
                && states.stream()
                        .anyMatch(state -> !state.plan().studied().work().steady())) {
            lines.add(settings.atOnce() + " runs at a time on " + processors
                    + " processors: fast paths carry short transfers more slowly so; --parallel 1 measures each alone");
        }
        problems(RunState.Phase.SKIPPED).forEach((why, runs) -> lines.add(runs + " runs skipped: " + why));
        problems(RunState.Phase.FAILED)
                .forEach((why, runs) -> lines.add((runs == 1 ? "1 run" : runs + " runs") + " failed, " + first(why)
                        + (runs == 1 ? "" : " and others") + ": " + why));
        return lines;
    }

    private String first(String problem) {
        return states.stream()
                .filter(state -> state.phase() == RunState.Phase.FAILED
                        && state.problem().equals(problem))
                .map(state -> state.plan().name())
                .findFirst()
                .orElse("");
    }

    private Map<String, Long> problems(RunState.Phase phase) {
        return states.stream()
                .filter(state -> state.phase() == phase)
                .collect(Collectors.groupingBy(RunState::problem, LinkedHashMap::new, Collectors.counting()));
    }
}
