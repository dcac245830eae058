package org.banip.measure.urgency;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.measure.results.ResultRow;

/**
 * What became of one group.
 *
 * @param group its name
 * @param units sensor sets that were produced
 * @param delivered of these, that the live subscriber has
 * @param thinned of these, given up by the send policy
 * @param otherGaps of these, given up for other reasons
 * @param latencies from sampling to the live subscriber, for each of them that was sampled after the start of the link
 */
record GroupLatency(String group, long units, long delivered, long thinned, long otherGaps, Latencies latencies) {
    private static final long MOST = Long.MAX_VALUE;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Reads the back-end's file, and the MBU's counters. */
    static List<GroupLatency> read(Path csv, JsonObject over) throws IOException {
        List<String[]> cells;
        try (Stream<String> lines = Files.lines(csv)) {
            cells = lines.skip(1).map(line -> line.split(",", -1)).toList();
        }
        long from = over.integer("measuredFromNanos", 0, MOST);
        List<GroupLatency> all = new ArrayList<>();
        for (JsonObject counters : over.objects("groups")) {
            int number = all.size();
            List<String[]> own = cells.stream()
                    .filter(row -> Integer.parseInt(row[0]) == number)
                    .toList();
            List<Double> seconds = own.stream()
                    .filter(row -> Long.parseLong(row[3]) >= from)
                    .map(row -> (Long.parseLong(row[4]) - Long.parseLong(row[3])) / NANOS_PER_SECOND)
                    .toList();
            all.add(new GroupLatency(
                    counters.string("name"),
                    counters.integer("units", 0, MOST),
                    own.size(),
                    counters.integer("thinned", 0, MOST),
                    counters.integer("otherGaps", 0, MOST),
                    Latencies.of(seconds)));
        }
        return all;
    }

    /** Whether nothing of a group is missing that must not be: alarms and live groups have no gap. */
    boolean isWholeOrBulk() {
        boolean urgent = group.equals(UrgencyGroups.ALARM.name()) || group.equals(UrgencyGroups.ECG.name());
        return !urgent || (thinned == 0 && otherGaps == 0 && delivered > 0);
    }

    ResultRow row(String run, String link) {
        ResultRow row = new ResultRow()
                .text("run", run)
                .text("link", link)
                .text("group", group)
                .count("units", units)
                .count("delivered", delivered)
                .count("thinned", thinned)
                .count("otherGaps", otherGaps);
        return latencies.addTo(row);
    }

    /** The same for people. */
    String line(String run) {
        String gaps = thinned + otherGaps == 0 ? "no gaps" : thinned + " thinned, " + otherGaps + " in other gaps";
        String times = latencies.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; latency mean %.2f s, p99 %.2f s, most %.2f s",
                        latencies.mean(),
                        latencies.percentile(99),
                        latencies.percentile(100));
        return run + ", " + group + ": " + units + " sensor sets, " + delivered + " delivered, " + gaps + times;
    }
}
