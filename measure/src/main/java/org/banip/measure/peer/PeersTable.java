package org.banip.measure.peer;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.results.ResultRow;
import org.banip.measure.terminal.Figures;

/** What was found, as text: a table per link, a line per peer; then processor time. */
public final class PeersTable {
    private static final String CPU = "%-18s %12s %12s %14s %6s %12s";
    /** Programs that run at a time, as the system counts them; of more, times say little. */
    private static final double MOST_MACHINE_LOAD = 1.5 * Runtime.getRuntime().availableProcessors();

    private static final String NOTHING = "-";

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

    /** Whether every run that was carried out delivered exactly what was sensed. */
    public boolean exact() {
        return outcomes.stream().allMatch(RunOutcome::exact);
    }

    /** A row of results for each run. */
    public List<ResultRow> rows() {
        return outcomes.stream().map(RunOutcome::row).toList();
    }

    /** The tables. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        List<LinkProfile> links = settings.kinds().equals(Set.of(RunKind.CPU)) ? List.of() : settings.links();
        for (LinkProfile link : links) {
            lines.add("");
            lines.add(link.name() + " (" + link.links().get(0).congestionControl() + "), load "
                    + Figures.bytes(Math.round(plans.loadOn(link))) + " of sensor sets a second");
            lines.add(row(
                    "", "TC", "BDL s", "", "", "", "", "B/set", "B/set", "set-up", "B", "", "outage:", "", "caught",
                    ""));
            lines.add(row(
                    "peer", "B/s", "min", "mean", "p50", "p99", "max", "up", "down", "up", "down", "exact", "lost",
                    "doubled", "up s", "breaks"));
            settings.peers().forEach(peer -> lines.add(line(link.name(), peer)));
            settings.peers().stream()
                    .filter(peer -> !RunPlans.takesLoad(peer))
                    .forEach(peer -> lines.add(peer + " is not offered this load: no latency, no outage"));
            machine(lines, link.name());
        }
        cpu(lines);
        leftOut.forEach(lines::add);
        outcomes.stream()
                .filter(outcome -> !outcome.problem().isEmpty())
                .forEach(outcome -> lines.add(outcome.plan().peer() + ", "
                        + outcome.plan().kind().token() + ", " + outcome.plan().linkName() + ": " + outcome.problem()));
        return lines;
    }

    private static String row(String... cells) {
        return String.format(
                        Locale.ROOT, "%-18s %9s %7s %7s %7s %7s %7s %7s %7s %7s %7s %6s %8s %8s %8s %7s", (Object[])
                                cells)
                .stripTrailing();
    }

    private void cpu(List<String> lines) {
        if (!settings.kinds().contains(RunKind.CPU)) {
            return;
        }
        lines.add("");
        lines.add("loopback, as fast as it goes, " + settings.times().cpu().toSeconds() + " s after "
                + settings.times().cpuWarm().toSeconds() + " s of warming up");
        lines.add(String.format(
                        Locale.ROOT, CPU, "peer", "CPU s/10^6", "sensor sets", "sensor B/s", "exact", "machine load")
                .stripTrailing());
        for (String peer : settings.peers()) {
            Optional<RunOutcome> found = find("loopback", peer, RunKind.CPU);
            lines.add(String.format(
                    Locale.ROOT,
                    CPU,
                    peer,
                    cell(found, outcome -> Figures.value(outcome.cpu().perMillion())),
                    cell(found, outcome -> Figures.count(outcome.cpu().sets())),
                    cell(found, outcome -> Figures.count(Math.round(outcome.bytesPerSecond()))),
                    cell(found, outcome -> outcome.exact() ? "yes" : "NO"),
                    cell(found, outcome -> Figures.value(outcome.machineLoad()))));
        }
        machine(lines, "loopback");
    }

    /** How busy the machine was, the runs themselves included. */
    private void machine(List<String> lines, String link) {
        for (RunKind kind : RunKind.values()) {
            DoubleSummaryStatistics load = outcomes.stream()
                    .filter(outcome -> outcome.plan().linkName().equals(link)
                            && outcome.plan().kind() == kind
                            && outcome.machineLoad() >= 0)
                    .mapToDouble(RunOutcome::machineLoad)
                    .summaryStatistics();
            if (load.getCount() > 0) {
                String busy = load.getMax() > MOST_MACHINE_LOAD
                        ? ": above " + Figures.value(MOST_MACHINE_LOAD) + ", conclude nothing from times"
                        : "";
                lines.add("machine's load in " + kind.token() + " runs: " + Figures.value(load.getMin()) + " to "
                        + Figures.value(load.getMax()) + busy);
            }
        }
    }

    private String line(String link, String peer) {
        Optional<RunOutcome> capacity = find(link, peer, RunKind.CAPACITY);
        Optional<RunOutcome> load = find(link, peer, RunKind.LOAD);
        Optional<RunOutcome> outage = find(link, peer, RunKind.OUTAGE);
        boolean all = outcomes.stream()
                .filter(outcome -> outcome.plan().linkName().equals(link)
                        && outcome.plan().peer().equals(peer))
                .allMatch(RunOutcome::exact);
        return row(
                peer,
                cell(capacity, outcome -> Figures.count(Math.round(outcome.bytesPerSecond()))),
                cell(load, outcome -> Figures.value(outcome.delay().min())),
                cell(load, outcome -> Figures.value(outcome.delay().mean())),
                cell(load, outcome -> Figures.value(outcome.delay().p50())),
                cell(load, outcome -> Figures.value(outcome.delay().p99())),
                cell(load, outcome -> Figures.value(outcome.delay().max())),
                cell(
                        load,
                        outcome -> Figures.value(outcome.perSet(outcome.wire().up()))),
                cell(
                        load,
                        outcome -> Figures.value(outcome.perSet(outcome.wire().down()))),
                cell(load, outcome -> Figures.count(outcome.setUp().up())),
                cell(load, outcome -> Figures.count(outcome.setUp().down())),
                all ? "yes" : "NO",
                cell(outage, outcome -> Figures.count(outcome.lost())),
                cell(outage, outcome -> Figures.count(outcome.doubled())),
                cell(outage, PeersTable::caughtUp),
                cell(outage, outcome -> Figures.count(outcome.breaks())));
    }

    private static String caughtUp(RunOutcome outcome) {
        return outcome.caughtUpSeconds().isPresent()
                ? Figures.value(outcome.caughtUpSeconds().getAsDouble())
                : "not";
    }

    private Optional<RunOutcome> find(String link, String peer, RunKind kind) {
        return outcomes.stream()
                .filter(outcome -> outcome.plan().linkName().equals(link)
                        && outcome.plan().peer().equals(peer)
                        && outcome.plan().kind() == kind
                        && outcome.produced() > 0)
                .findFirst();
    }

    private static String cell(Optional<RunOutcome> found, Function<RunOutcome, String> figure) {
        return found.map(figure).orElse(NOTHING);
    }
}
