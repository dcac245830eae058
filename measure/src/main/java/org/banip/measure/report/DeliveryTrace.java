package org.banip.measure.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.measure.report.plot.Point;

/**
 * Instants of sampling and arrival of each sensor set of a run: {@code deliveries.csv} of a run's raw data.
 *
 * @param sets in the order of delivery
 */
record DeliveryTrace(List<Delivery> sets) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Seconds over which a rate is averaged: much arrives at once after a loss. */
    static final int WINDOW_SECONDS = 20;

    /** If a run is shorter, its rate is the rate over half of it. */
    private static final int PARTS = 2;

    /** One sensor set. */
    record Delivery(int group, int bytes, long scheduledNanos, long deliveredNanos) {}

    DeliveryTrace {
        sets = List.copyOf(sets);
    }

    /** Reads the trace of a run; empty if there is no such file, or if it has other columns. */
    static DeliveryTrace of(Path run) {
        Path file = run.resolve("deliveries.csv");
        if (!Files.isRegularFile(file)) {
            return new DeliveryTrace(List.of());
        }
        try (Stream<String> lines = Files.lines(file)) {
            List<String[]> rows = lines.map(line -> line.split(",")).toList();
            return rows.isEmpty() ? new DeliveryTrace(List.of()) : parse(rows);
        } catch (IOException | NumberFormatException e) {
            return new DeliveryTrace(List.of()); // the run was interrupted
        }
    }

    private static DeliveryTrace parse(List<String[]> rows) {
        List<String> head = List.of(rows.get(0));
        int group = head.indexOf("group");
        int bytes = head.indexOf("bytes");
        int scheduled = head.indexOf("scheduledNanos");
        int delivered = head.indexOf("deliveredNanos");
        List<Delivery> sets = new ArrayList<>();
        if (Math.min(bytes, Math.min(scheduled, delivered)) >= 0) {
            for (String[] row : rows.subList(1, rows.size())) {
                if (row.length == head.size()) {
                    sets.add(new Delivery(
                            group < 0 ? 0 : Integer.parseInt(row[group]),
                            Integer.parseInt(row[bytes]),
                            Long.parseLong(row[scheduled]),
                            Long.parseLong(row[delivered])));
                }
            }
        }
        sets.sort(Comparator.comparingLong(Delivery::deliveredNanos));
        return new DeliveryTrace(sets);
    }

    /** Seconds from sampling to delivery, by the second of sampling, for each group: at most this number of sensor sets. */
    Map<Integer, List<Point>> latency(int most) {
        long begin = sets.stream().mapToLong(Delivery::scheduledNanos).min().orElse(0);
        return sets.stream()
                .sorted(Comparator.comparingLong(Delivery::scheduledNanos))
                .limit(most)
                .collect(Collectors.groupingBy(
                        Delivery::group,
                        TreeMap::new,
                        Collectors.mapping(
                                set -> new Point(
                                        (set.scheduledNanos() - begin) / NANOS_PER_SECOND,
                                        (set.deliveredNanos() - set.scheduledNanos()) / NANOS_PER_SECOND),
                                Collectors.toList())));
    }

    /** Bytes a second since the delivery before the window, without that one's, at each packet's delivery; seconds since the first. */
    List<Point> throughput() {
        TreeMap<Long, Long> packets = new TreeMap<>();
        sets.forEach(set -> packets.merge(set.deliveredNanos(), (long) set.bytes(), Long::sum));
        if (packets.isEmpty()) {
            return List.of();
        }
        long window =
                Math.min((long) (WINDOW_SECONDS * NANOS_PER_SECOND), (packets.lastKey() - packets.firstKey()) / PARTS);
        List<Point> points = new ArrayList<>();
        for (long at : packets.keySet()) {
            if (at > packets.firstKey() && at - packets.firstKey() >= window) {
                long from = packets.headMap(at - window, true).lastKey();
                long bytes = packets.subMap(from, false, at, true).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                double seconds = (at - packets.firstKey()) / NANOS_PER_SECOND;
                points.add(new Point(seconds, bytes * NANOS_PER_SECOND / (at - from)));
            }
        }
        return points;
    }
}
