package org.banip.measure.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.banip.measure.terminal.Figures;
import org.banip.measure.terminal.Line;

/** How far the runs have come. Any thread. */
public final class PeersProgress {
    private final Map<RunPlan, Double> underWay = new LinkedHashMap<>();
    private final List<RunPlan> overLinks;
    private final List<RunPlan> alone;
    private final int parallel;
    private final int all;

    PeersProgress(List<RunPlan> overLinks, List<RunPlan> alone, int parallel) {
        this.overLinks = new ArrayList<>(overLinks);
        this.alone = new ArrayList<>(alone);
        this.parallel = parallel;
        all = overLinks.size() + alone.size();
    }

    synchronized void at(RunPlan plan, double share) {
        underWay.put(plan, Math.min(1, share));
    }

    synchronized void done(RunPlan plan) {
        underWay.remove(plan);
        overLinks.remove(plan);
        alone.remove(plan);
    }

    private double secondsLeft(List<RunPlan> plans, int atOnce) {
        double sum = 0;
        double longest = 0;
        for (RunPlan plan : plans) {
            double left = plan.expected().toSeconds() * (1 - underWay.getOrDefault(plan, 0.0));
            sum += left;
            longest = Math.max(longest, left);
        }
        return Math.max(longest, sum / atOnce);
    }

    /** How long it may take still. */
    synchronized Duration left() {
        return Duration.ofSeconds(Math.round(secondsLeft(overLinks, parallel) + secondsLeft(alone, 1)));
    }

    /** In one line. */
    public synchronized String line() {
        String now = underWay.entrySet().stream()
                .map(entry -> entry.getKey().peer() + " " + Figures.percent(entry.getValue()))
                .collect(Collectors.joining(", "));
        return head() + (now.isEmpty() ? "" : ": " + now);
    }

    private String head() {
        return (all - overLinks.size() - alone.size()) + " of " + all + " runs, about " + Figures.clock(left())
                + " left";
    }

    /** A line for each run that is under way. */
    public synchronized List<Line> block() {
        List<Line> lines = new ArrayList<>(List.of(Line.plain(head())));
        underWay.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().peer()))
                .forEach(entry -> lines.add(Line.plain(String.format(
                        Locale.ROOT,
                        "  %-18s %-9s %-12s %s",
                        entry.getKey().peer(),
                        entry.getKey().kind().token(),
                        entry.getKey().linkName(),
                        Figures.percent(entry.getValue())))));
        return lines;
    }
}
