package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Line;

/** Progress of the runs. Any thread. */
public final class PeersProgress {
    /** Time that each run adds until all runs of its batch have started and connected. */
    private static final double START_SECONDS = 2.5;

    private final Map<RunPlan, Double> underWay = new LinkedHashMap<>();
    private final List<List<RunPlan>> batches = new ArrayList<>();
    private final int all;

    PeersProgress(List<List<RunPlan>> batches) {
        batches.forEach(batch -> this.batches.add(new ArrayList<>(batch)));
        all = runs();
    }

    private int runs() {
        return batches.stream().mapToInt(List::size).sum();
    }

    synchronized void at(RunPlan plan, double share) {
        underWay.put(plan, Math.min(1, share));
    }

    synchronized void done(RunPlan plan) {
        underWay.remove(plan);
        batches.forEach(batch -> batch.remove(plan));
    }

    /** Expected time left. */
    synchronized Duration left() {
        double seconds = 0;
        for (List<RunPlan> batch : batches) {
            long notBegun =
                    batch.stream().filter(plan -> !underWay.containsKey(plan)).count();
            seconds += batch.stream().mapToDouble(this::left).max().orElse(0) + notBegun * START_SECONDS;
        }
        return Duration.ofSeconds(Math.round(seconds));
    }

    private double left(RunPlan plan) {
        return plan.expected().toSeconds() * (1 - underWay.getOrDefault(plan, 0.0));
    }

    /** In one line. */
    public synchronized String line() {
        List<String> lines = underWay();
        return head() + (lines.isEmpty() ? "" : ": " + String.join("; ", lines));
    }

    private String head() {
        return (all - runs()) + " of " + all + " runs, about " + Figures.clock(left()) + " left";
    }

    /** A line for all runs of one kind over one link. */
    private List<String> underWay() {
        if (underWay.isEmpty() && runs() > 0) {
            return List.of("processes start and connect");
        }
        Map<String, List<RunPlan>> alike = underWay.keySet().stream()
                .collect(Collectors.groupingBy(
                        plan -> plan.kind().token() + " over " + plan.linkName(), TreeMap::new, Collectors.toList()));
        return alike.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + summary(entry.getValue()))
                .toList();
    }

    private String summary(List<RunPlan> plans) {
        RunPlan last = plans.stream().min(Comparator.comparing(underWay::get)).orElseThrow();
        RunPlan first = plans.stream().max(Comparator.comparing(underWay::get)).orElseThrow();
        return named(last) + (first.equals(last) ? "" : " to " + named(first));
    }

    private String named(RunPlan plan) {
        return plan.peer() + " " + Figures.percent(underWay.getOrDefault(plan, 0.0));
    }

    /** A line for each kind of run that is under way. */
    public synchronized List<Line> block() {
        List<Line> lines = new ArrayList<>(List.of(Line.plain(head())));
        underWay().forEach(line -> lines.add(Line.plain("  " + line)));
        return lines;
    }
}
