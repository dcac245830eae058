package org.banip.measure.cpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.measure.results.ResultRow;

/**
 * What an experiment has found.
 *
 * @param rows of all runs that ended, failed ones among them
 * @param results of the runs that succeeded
 * @param problems what went wrong in the others
 * @param planned how many runs there should have been
 */
public record CpiFindings(List<ResultRow> rows, List<CpiResult> results, List<String> problems, int planned) {
    private static final String LINE = "%-10s %-12s %4s %-24s %-11s %9s %9s %9s %10s %6s  %s";

    /** Copies the lists. */
    public CpiFindings {
        rows = List.copyOf(rows);
        results = List.copyOf(results);
        problems = List.copyOf(problems);
    }

    /** Whether all runs were made, and delivered everything exactly. */
    public boolean exact() {
        return results.size() == planned
                && results.stream().allMatch(result -> result.exactness().exact());
    }

    /** A table for people. */
    public List<String> toLines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                LINE,
                "link",
                "uplink",
                "PKT",
                "coders",
                "load",
                "average",
                "max",
                "min",
                "published",
                "ratio",
                "exact"));
        results.forEach(result -> lines.add(line(result)));
        lines.addAll(problems);
        return lines;
    }

    private static String line(CpiResult result) {
        CpiSettings settings = result.plan().settings();
        Deliveries.Latency latency = result.deliveries().latency();
        boolean capacity = result.measuresCapacity();
        String published = result.plan()
                .published()
                .map(of -> figure(of.value(), capacity))
                .orElse("");
        String ratio = result.plan()
                .published()
                .map(of -> String.format(Locale.ROOT, "%.2f", result.value() / of.value()))
                .orElse("");
        return String.format(
                LINE,
                settings.link().name(),
                settings.uplink(),
                settings.packetUnits(),
                settings.coders().isEmpty() ? "-" : settings.coders(),
                capacity ? "TC" : String.format(Locale.ROOT, "%.0f B/s", result.bytesPerSecond()),
                figure(result.value(), capacity),
                capacity ? "" : figure(latency.max(), false),
                capacity ? "" : figure(latency.min(), false),
                published,
                ratio,
                (result.exactness().exact() ? "yes" : "NO") + (result.link().approximate() ? "  approximate" : ""));
    }

    private static String figure(double value, boolean capacity) {
        return String.format(Locale.ROOT, capacity ? "%.0f B/s" : "%.2f s", value);
    }
}
