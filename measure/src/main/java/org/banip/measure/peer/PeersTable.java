package org.banip.measure.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.banip.measure.link.profile.LinkProfile;
import org.banip.measure.terminal.Figures;

/** What was found, as text: a table per link, a line per peer; then processor time. */
public final class PeersTable {
    private static final String CPU = "%-18s %12s %14s %6s";
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

    /** The tables. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        List<LinkProfile> links = settings.kinds().equals(Set.of(RunKind.CPU)) ? List.of() : settings.links();
        for (LinkProfile link : links) {
            lines.add("");
            lines.add(link.name() + " (" + link.links().get(0).congestionControl() + "), load "
                    + Figures.bytes(Math.round(plans.loadOn(link))) + " of sensor sets a second");
            lines.add(row("", "TC", "BDL s", "", "", "", "B/set", "B/set", "exact", "outage:", "", "caught", "breaks"));
            lines.add(row("peer", "B/s", "mean", "p50", "p99", "max", "up", "down", "", "lost", "doubled", "up s", ""));
            settings.peers().forEach(peer -> lines.add(line(link.name(), peer)));
            settings.peers().stream()
                    .filter(peer -> !plans.carries(link, peer))
                    .forEach(peer -> lines.add(peer + " does not carry this load: no latency, no outage"));
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
        return String.format(Locale.ROOT, "%-18s %8s %7s %7s %7s %7s %8s %8s %6s %8s %8s %8s %6s", (Object[]) cells)
                .stripTrailing();
    }

    private void cpu(List<String> lines) {
        if (!settings.kinds().contains(RunKind.CPU)) {
            return;
        }
        lines.add("");
        lines.add("loopback, as fast as it goes");
        lines.add(String.format(Locale.ROOT, CPU, "peer", "CPU s/10^6", "sensor B/s", "exact"));
        for (String peer : settings.peers()) {
            Optional<RunOutcome> found = find("loopback", peer, RunKind.CPU);
            lines.add(String.format(
                    Locale.ROOT,
                    CPU,
                    peer,
                    cell(found, outcome -> Figures.value(outcome.cpuPerMillion())),
                    cell(found, outcome -> Figures.count(Math.round(outcome.bytesPerSecond()))),
                    cell(found, outcome -> outcome.exact() ? "yes" : "NO")));
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
                cell(load, outcome -> Figures.value(outcome.delay().mean())),
                cell(load, outcome -> Figures.value(outcome.delay().p50())),
                cell(load, outcome -> Figures.value(outcome.delay().p99())),
                cell(load, outcome -> Figures.value(outcome.delay().max())),
                cell(load, outcome -> Figures.value(outcome.perSet(outcome.up()))),
                cell(load, outcome -> Figures.value(outcome.perSet(outcome.down()))),
                all ? "yes" : "NO",
                cell(outage, outcome -> Figures.count(outcome.produced() - outcome.stored())),
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
