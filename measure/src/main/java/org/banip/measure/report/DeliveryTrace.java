package org.banip.measure.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.banip.measure.report.plot.Point;

/**
 * When each sensor set of a run was to be sampled and when it arrived: {@code deliveries.csv} of a run's raw data.
 *
 * @param sets in the order of delivery
 */
record DeliveryTrace(List<Delivery> sets) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** A rate is that over so many packets. */
    static final int PACKETS = 4;

    /** One sensor set. */
    record Delivery(int bytes, long scheduledNanos, long deliveredNanos) {}

    DeliveryTrace {
        sets = List.copyOf(sets);
    }

    /** Of a run; without sets if there is no such file or its columns are others. */
    static DeliveryTrace of(Path run) {
        Path file = run.resolve("deliveries.csv");
        if (!Files.isRegularFile(file)) {
            return new DeliveryTrace(List.of());
        }
        try (Stream<String> lines = Files.lines(file)) {
            List<String[]> rows = lines.map(line -> line.split(",")).toList();
            return rows.isEmpty() ? new DeliveryTrace(List.of()) : parse(rows);
        } catch (IOException | NumberFormatException e) {
            return new DeliveryTrace(List.of()); // of an interrupted run
        }
    }

    private static DeliveryTrace parse(List<String[]> rows) {
        List<String> head = List.of(rows.get(0));
        int bytes = head.indexOf("bytes");
        int scheduled = head.indexOf("scheduledNanos");
        int delivered = head.indexOf("deliveredNanos");
        List<Delivery> sets = new ArrayList<>();
        if (Math.min(bytes, Math.min(scheduled, delivered)) >= 0) {
            for (String[] row : rows.subList(1, rows.size())) {
                if (row.length == head.size()) {
                    sets.add(new Delivery(
                            Integer.parseInt(row[bytes]),
                            Long.parseLong(row[scheduled]),
                            Long.parseLong(row[delivered])));
                }
            }
        }
        sets.sort(Comparator.comparingLong(Delivery::deliveredNanos));
        return new DeliveryTrace(sets);
    }

    /** Seconds from sampling to delivery of the first so many sensor sets, by the second in which they were sampled. */
    List<Point> latency(int most) {
        long begin = sets.stream().mapToLong(Delivery::scheduledNanos).min().orElse(0);
        return sets.stream()
                .sorted(Comparator.comparingLong(Delivery::scheduledNanos))
                .limit(most)
                .map(set -> new Point(
                        (set.scheduledNanos() - begin) / NANOS_PER_SECOND,
                        (set.deliveredNanos() - set.scheduledNanos()) / NANOS_PER_SECOND))
                .toList();
    }

    /** Bytes a second over the last few packets, at each packet's delivery; seconds since the first. */
    List<Point> throughput() {
        TreeMap<Long, Long> packets = new TreeMap<>();
        sets.forEach(set -> packets.merge(set.deliveredNanos(), (long) set.bytes(), Long::sum));
        List<Map.Entry<Long, Long>> arrivals = List.copyOf(packets.entrySet());
        List<Point> points = new ArrayList<>();
        for (int i = PACKETS; i < arrivals.size(); i++) {
            long after = arrivals.get(i - PACKETS).getKey();
            double seconds = (arrivals.get(i).getKey() - after) / NANOS_PER_SECOND;
            double bytes = 0;
            for (Map.Entry<Long, Long> arrival : arrivals.subList(i - PACKETS + 1, i + 1)) {
                bytes += arrival.getValue();
            }
            points.add(new Point((arrivals.get(i).getKey() - packets.firstKey()) / NANOS_PER_SECOND, bytes / seconds));
        }
        return points;
    }
}
