package org.banip.measure.paths;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.banip.measure.paths.carrier.Transport;
import org.banip.measure.paths.scenario.StudiedCase;
import org.banip.measure.results.ResultRow;

/**
 * The mean of a group's runs by one transport.
 *
 * @param studied one of the group's cases
 * @param runs that were made
 * @param results of those that ended
 */
record Mean(StudiedCase studied, Transport transport, int runs, List<PathsResult> results) {
    /** The mean of the group's indicator; empty without results. */
    OptionalDouble value() {
        return results.stream().mapToDouble(PathsResult::value).average();
    }

    private long exact() {
        return results.stream().filter(result -> result.carried().exact()).count();
    }

    ResultRow row() {
        ResultRow row = new ResultRow()
                .text("scenario", studied.scenario().token())
                .text("group", studied.group())
                .text("transport", transport.token())
                .count("runs", runs)
                .count("completed", results.size())
                .count("exact", exact())
                .text("indicator", Indicator.of(studied.scenario()).words());
        if (value().isPresent()) {
            double value = value().getAsDouble();
            row.number("value", value)
                    .number(
                            "switches",
                            results.stream()
                                    .mapToInt(result -> result.use().switches())
                                    .average()
                                    .orElse(0));
            PublishedPaths.of(transport, studied)
                    .ifPresent(published -> row.number("published", published)
                            .number("ratio", value / published)
                            .text("publishedFor", PublishedPaths.name(transport, studied)));
        }
        if (isTransfer()) {
            Arrival.ALL.forEach(percent -> row.number(Arrival.column(percent), arrived(percent)));
        }
        return row;
    }

    /** Whether all of its bytes wait at the beginning, so that the times of their arrivals can be compared. */
    boolean isTransfer() {
        return !studied.work().steady() && !results.isEmpty();
    }

    /** Seconds until this percentage of a transfer has arrived. */
    private double arrived(int percent) {
        return results.stream()
                .mapToDouble(result -> Arrival.seconds(result.carried().arrivals(), percent))
                .average()
                .orElse(0);
    }

    /** When what of a transfer has arrived, for people. */
    String arrivalsLine() {
        return String.format(Locale.ROOT, "%-40s", studied.group())
                + Arrival.ALL.stream()
                        .map(percent -> String.format(Locale.ROOT, " %7.2f", arrived(percent)))
                        .collect(Collectors.joining());
    }

    /** For people. */
    String line() {
        OptionalDouble published = PublishedPaths.of(transport, studied);
        return String.format(
                Locale.ROOT,
                PathsFindings.FORMAT,
                studied.scenario(),
                studied.group(),
                transport.token(),
                Indicator.of(studied.scenario()).words(),
                value().isPresent() ? String.format(Locale.ROOT, "%.3f", value().getAsDouble()) : "-",
                published.isPresent()
                        ? String.format(
                                Locale.ROOT,
                                "[%.3f %s]",
                                published.getAsDouble(),
                                PublishedPaths.name(transport, studied))
                        : "",
                runs,
                results.size(),
                exact());
    }
}
