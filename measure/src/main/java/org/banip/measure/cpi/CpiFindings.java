package org.banip.measure.cpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.banip.measure.results.ResultRow;

/**
 * Findings of an experiment.
 *
 * @param rows of all runs that ended, including failed ones
 * @param results of the runs that succeeded
 * @param problems errors of the others
 * @param planned number of planned runs
 */
public record CpiFindings(List<ResultRow> rows, List<CpiResult> results, List<String> problems, int planned) {
    /** Copies the lists. */
    public CpiFindings {
        rows = List.copyOf(rows);
        results = List.copyOf(results);
        problems = List.copyOf(problems);
    }

    /** Whether all runs were made and delivered everything exactly. */
    public boolean exact() {
        return results.size() == planned
                && results.stream().allMatch(result -> result.exactness().exact());
    }

    /** The findings as a text table, with published figures if there are any. */
    public List<String> toLines() {
        boolean compared =
                results.stream().anyMatch(result -> result.plan().published().isPresent());
        List<String> lines = new ArrayList<>();
        lines.add(line(
                compared,
                List.of("link", "uplink", "PKT", "coders", "load", "average", "max", "min", "published", "ratio"),
                "exact"));
        results.forEach(result -> lines.add(line(compared, cells(result), ending(result))));
        lines.addAll(problems);
        return lines;
    }

    /** The findings as a text table of latency, bytes and pauses. */
    public List<String> toLiveLines() {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "%-26s %10s %8s %8s %8s %8s %8s %9s  %s",
                "run", "B/s", "mean s", "p99 s", "drift s", "pause s", "link B/B", "connect s", "exact"));
        for (CpiResult result : results) {
            Deliveries.Latency latency = result.deliveries().latency();
            boolean capacity = result.measuresCapacity();
            lines.add(String.format(
                    Locale.ROOT,
                    "%-26s %10.0f %8s %8s %8s %8.2f %8.3f %9.2f  %s",
                    result.plan().name(),
                    capacity ? result.value() : result.bytesPerSecond(),
                    capacity ? "-" : String.format(Locale.ROOT, "%.2f", latency.average()),
                    capacity ? "-" : String.format(Locale.ROOT, "%.2f", latency.p99()),
                    capacity
                            ? "-"
                            : String.format(
                                    Locale.ROOT, "%+.2f", result.deliveries().drift()),
                    result.deliveries().longestPause(),
                    result.wireBytesPerByte(),
                    result.connecting(),
                    ending(result)));
        }
        for (CpiResult result : results) {
            result.observed().outage().ifPresent(outage -> lines.add(outageLine(result, outage)));
        }
        lines.addAll(problems);
        return lines;
    }

    private static String outageLine(CpiResult result, Outage outage) {
        Deliveries deliveries = result.deliveries();
        return String.format(
                Locale.ROOT,
                "%s: %.1f s without the link; after it the first delivery came in %s, all that had waited in %s;"
                        + " %d packets were sent again",
                result.plan().name(),
                outage.seconds(),
                seconds(outage.untilFirst(deliveries)),
                seconds(outage.untilDrained(deliveries)),
                result.mbu().retransmissions());
    }

    private static String seconds(OptionalDouble seconds) {
        return seconds.isEmpty() ? "-" : String.format(Locale.ROOT, "%.2f s", seconds.getAsDouble());
    }

    private static String line(boolean compared, List<String> cells, String ending) {
        String line = String.format(
                "%-10s %-12s %4s %-24s %-11s %9s %9s %9s", cells.subList(0, 8).toArray());
        return line + (compared ? String.format(" %10s %6s", cells.get(8), cells.get(9)) : "") + "  " + ending;
    }

    private static List<String> cells(CpiResult result) {
        CpiSettings settings = result.plan().settings();
        Deliveries.Latency latency = result.deliveries().latency();
        boolean capacity = result.measuresCapacity();
        Optional<Double> published = result.plan().published().map(PublishedCpi::value);
        return List.of(
                settings.link().name(),
                settings.uplink(),
                settings.wholeChain().isEmpty() ? Integer.toString(settings.packetUnits()) : "-",
                coders(settings),
                capacity ? "TC" : String.format(Locale.ROOT, "%.0f B/s", result.bytesPerSecond()),
                figure(result.value(), capacity),
                capacity ? "" : figure(latency.max(), false),
                capacity ? "" : figure(latency.min(), false),
                published.map(value -> figure(value, capacity)).orElse(""),
                published
                        .map(value -> String.format(Locale.ROOT, "%.2f", result.value() / value))
                        .orElse(""));
    }

    private static String coders(CpiSettings settings) {
        if (!settings.wholeChain().isEmpty()) {
            return settings.wholeChain();
        }
        return settings.coders().isEmpty() ? "-" : settings.coders();
    }

    private static String ending(CpiResult result) {
        return (result.exactness().exact() ? "yes" : "NO") + (result.link().approximate() ? "  approximate" : "");
    }

    private static String figure(double value, boolean capacity) {
        return String.format(Locale.ROOT, capacity ? "%.0f B/s" : "%.2f s", value);
    }
}
