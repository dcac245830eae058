package org.banip.measure.peer;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.app.terminal.Figures;
import org.banip.emulator.profile.LinkProfile;
import org.banip.measure.results.ResultRow;

/** The results as text: tables for each link with a line for each peer, then processor time. */
public final class PeersTable {
    private static final String LOOPBACK = "loopback";
    private static final String NOTHING = "-";
    /** Above this load, processes wait for a processor. */
    private static final double MOST_BUSY = 0.75;

    /** Share of the processors that other programs may use in a run for processor time, because they also use its caches. */
    private static final double MOST_OTHERS = 0.1;

    /**
     * A column: one figure of each peer.
     *
     * @param kind of the run that found it
     * @param group common heading of adjacent columns; empty in all but the first of them
     */
    private record Column(RunKind kind, String group, String head, Function<RunOutcome, String> figure) {}

    private static final List<Column> STREAMING = List.of(
            new Column(RunKind.CAPACITY, "TC", "B/s", outcome -> Figures.count(Math.round(outcome.bytesPerSecond()))),
            load("BDL, s", "min", outcome -> outcome.delay().min()),
            load("", "mean", outcome -> outcome.delay().mean()),
            load("", "median", outcome -> outcome.delay().p50()),
            load("", "99 %", outcome -> outcome.delay().p99()),
            load("", "max", outcome -> outcome.delay().max()),
            load("B/set", "up", outcome -> outcome.perSet(outcome.wire().up())),
            load("", "down", outcome -> outcome.perSet(outcome.wire().down())),
            load("", "both", outcome -> outcome.perSet(outcome.wire().both())),
            new Column(
                    RunKind.LOAD,
                    "set-up",
                    "B",
                    outcome -> Figures.count(outcome.setUp().both())));

    private static final List<Column> OUTAGE = List.of(
            outage("lost", outcome -> Figures.count(outcome.lost())),
            outage("doubled", outcome -> Figures.count(outcome.doubled())),
            outage("breaks", outcome -> Figures.count(outcome.breaks())),
            outage("caught up, s", PeersTable::caughtUp));

    private static final List<Column> CPU = List.of(
            cpu("CPU s/10^6", outcome -> Figures.value(outcome.cpu().perMillion())),
            cpu("after s", outcome -> Long.toString(Math.round(outcome.cpuWarmSeconds()))),
            cpu("2nd/1st half", outcome -> Figures.value(outcome.cpu().drift())),
            cpu("sensor sets", outcome -> Figures.count(outcome.cpu().sets())),
            cpu("B/s", outcome -> Figures.count(Math.round(outcome.bytesPerSecond()))));

    private final PeersSettings settings;
    private final RunPlans plans;
    private final List<RunOutcome> outcomes;
    private final List<String> leftOut;

    PeersTable(PeersSettings settings, RunPlans plans, List<RunOutcome> outcomes, List<String> leftOut) {
        this.settings = settings;
        this.plans = plans;
        this.outcomes = List.copyOf(outcomes);
        this.leftOut = List.copyOf(leftOut);
    }

    private static Column load(String group, String head, ToDoubleFunction<RunOutcome> figure) {
        return new Column(RunKind.LOAD, group, head, outcome -> Figures.value(figure.applyAsDouble(outcome)));
    }

    private static Column outage(String head, Function<RunOutcome, String> figure) {
        return new Column(RunKind.OUTAGE, "", head, figure);
    }

    private static Column cpu(String head, Function<RunOutcome, String> figure) {
        return new Column(RunKind.CPU, "", head, figure);
    }

    private static String caughtUp(RunOutcome outcome) {
        return outcome.caughtUpSeconds().isPresent()
                ? Figures.value(outcome.caughtUpSeconds().getAsDouble())
                : "not";
    }

    /** Whether there were runs, and each delivered exactly what was sensed. */
    public boolean exact() {
        return !outcomes.isEmpty() && outcomes.stream().allMatch(RunOutcome::exact);
    }

    /** A row of results for each run. */
    public List<ResultRow> rows() {
        return outcomes.stream().map(RunOutcome::row).toList();
    }

    /** The tables. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        for (LinkProfile link : settings.links()) {
            String name = link.name() + " (" + link.links().get(0).congestionControl() + ")";
            String load = ", load " + Figures.bytes(Math.round(plans.loadOn(link))) + " of sensor sets a second";
            String outage = ", after " + settings.times().outage().toSeconds() + " s without coverage";
            table(lines, settings.kinds().contains(RunKind.LOAD) ? name + load : name, link.name(), STREAMING);
            table(lines, name + load + outage, link.name(), OUTAGE);
        }
        table(
                lines,
                "loopback, as fast as it goes, " + settings.times().cpu().toSeconds() + " s once it is steady",
                LOOPBACK,
                CPU);
        lines.addAll(leftOut);
        outcomes.stream()
                .filter(outcome -> !outcome.problem().isEmpty())
                .forEach(outcome -> lines.add(outcome.plan().peer() + ", "
                        + outcome.plan().kind().token() + ", " + outcome.plan().linkName() + ": " + outcome.problem()));
        return lines;
    }

    /** A table of the columns whose runs were made, if there are any, and the load of the machine. */
    private void table(List<String> lines, String title, String link, List<Column> all) {
        List<Column> columns = all.stream()
                .filter(column -> settings.kinds().contains(column.kind()))
                .toList();
        if (columns.isEmpty()) {
            return;
        }
        Set<RunKind> kinds = columns.stream()
                .map(Column::kind)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(RunKind.class)));
        lines.add("");
        lines.add(title);
        TextTable grid = new TextTable();
        if (columns.stream().anyMatch(column -> !column.group().isEmpty())) {
            grid.add(cells("", columns.stream().map(Column::group), ""));
        }
        grid.add(cells("peer", columns.stream().map(Column::head), "exact"));
        List<String> notes = new ArrayList<>();
        for (String peer : settings.peers()) {
            List<String> unfit = kinds.stream()
                    .flatMap(kind -> RunPlans.unfit(peer, kind).stream())
                    .toList();
            if (unfit.size() < kinds.size()) {
                grid.add(cells(
                        peer, columns.stream().map(column -> cell(link, peer, column)), exact(link, peer, kinds)));
            } else {
                notes.add(peer + " " + unfit.get(0));
            }
        }
        lines.addAll(grid.toLines());
        lines.addAll(notes);
        kinds.forEach(kind -> machine(lines, link, kind));
    }

    private static List<String> cells(String first, Stream<String> middle, String last) {
        return Stream.of(Stream.of(first), middle, Stream.of(last))
                .flatMap(cells -> cells)
                .toList();
    }

    private String cell(String link, String peer, Column column) {
        return runs(link, column.kind())
                .filter(outcome -> outcome.plan().peer().equals(peer) && outcome.produced() > 0)
                .findFirst()
                .map(column.figure())
                .orElse(NOTHING);
    }

    private String exact(String link, String peer, Set<RunKind> kinds) {
        List<RunOutcome> runs = kinds.stream()
                .flatMap(kind -> runs(link, kind))
                .filter(outcome -> outcome.plan().peer().equals(peer))
                .toList();
        if (runs.isEmpty()) {
            return NOTHING;
        }
        return runs.stream().allMatch(RunOutcome::exact) ? "yes" : "NO";
    }

    private Stream<RunOutcome> runs(String link, RunKind kind) {
        return outcomes.stream()
                .filter(outcome ->
                        outcome.plan().linkName().equals(link) && outcome.plan().kind() == kind);
    }

    /** The load of the machine, and whether times are reliable. */
    private void machine(List<String> lines, String link, RunKind kind) {
        boolean alone = kind == RunKind.CPU;
        DoubleSummaryStatistics busy = runs(link, kind)
                .mapToDouble(outcome -> alone
                        ? outcome.machine().others(outcome.cpu())
                        : outcome.machine().busy())
                .filter(share -> share >= 0)
                .summaryStatistics();
        DoubleSummaryStatistics load = runs(link, kind)
                .mapToDouble(outcome -> outcome.machine().load())
                .filter(average -> average >= 0)
                .summaryStatistics();
        if (busy.getCount() == 0 || load.getCount() == 0) {
            return;
        }
        double most = alone ? MOST_OTHERS : MOST_BUSY;
        lines.add("machine in " + kind.token() + " runs: "
                + (alone ? "other programs took " : "busy ")
                + range(Figures.percent(busy.getMin()), Figures.percent(busy.getMax())) + ", load average "
                + range(Figures.value(load.getMin()), Figures.value(load.getMax()))
                + (busy.getMax() > most
                        ? "; above " + Figures.percent(most) + ": conclude nothing from its times"
                        : ""));
    }

    private static String range(String low, String high) {
        return low.equals(high) ? low : low + " to " + high;
    }
}
