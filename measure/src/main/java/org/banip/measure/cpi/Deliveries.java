package org.banip.measure.cpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Scheduled and delivered instants of each sensor set of a run, from which the indicators are computed. Immutable.
 *
 * @param sets in the order of delivery
 */
record Deliveries(List<Delivery> sets) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int COLUMNS = 5;

    /**
     * One sensor set.
     *
     * @param bytes its size
     * @param scheduledNanos scheduled sampling instant
     * @param deliveredNanos instant of delivery to the live subscriber
     */
    record Delivery(int bytes, long scheduledNanos, long deliveredNanos) {}

    Deliveries {
        sets = List.copyOf(sets);
    }

    /** Reads the back-end's file. */
    static Deliveries read(Path csv) throws IOException {
        List<Delivery> sets = new ArrayList<>();
        try (Stream<String> lines = Files.lines(csv)) {
            lines.skip(1).forEach(line -> sets.add(parse(line)));
        }
        return new Deliveries(sets);
    }

    /** Reads those of one group from the back-end's file. */
    static Deliveries read(Path csv, int group) throws IOException {
        List<Delivery> sets = new ArrayList<>();
        try (Stream<String> lines = Files.lines(csv)) {
            lines.filter(line -> line.startsWith(group + ",")).forEach(line -> sets.add(parse(line)));
        }
        return new Deliveries(sets);
    }

    /** Those that were sampled from an instant on and before another. */
    Deliveries sampledBetween(long fromNanos, long toNanos) {
        return new Deliveries(sets.stream()
                .filter(set -> set.scheduledNanos() >= fromNanos && set.scheduledNanos() < toNanos)
                .toList());
    }

    private static Delivery parse(String line) {
        String[] cells = line.split(",", COLUMNS);
        return new Delivery(Integer.parseInt(cells[2]), Long.parseLong(cells[3]), Long.parseLong(cells[4]));
    }

    /** Bytes of all sensor sets. */
    long bytes() {
        return sets.stream().mapToLong(Delivery::bytes).sum();
    }

    /** From the first delivery to the last, in seconds. */
    double seconds() {
        return sets.isEmpty() ? 0 : (last() - first()) / NANOS_PER_SECOND;
    }

    private long first() {
        return sets.get(0).deliveredNanos();
    }

    private long last() {
        return sets.get(sets.size() - 1).deliveredNanos();
    }

    /**
     * Bytes per second since the first delivery. The first delivery does not count, because it was sent before the clock started.
     *
     * @throws IllegalStateException if there was at most one delivery
     */
    double capacity() {
        requireTwo();
        long first = first();
        long counted = sets.stream()
                .filter(set -> set.deliveredNanos() > first)
                .mapToLong(Delivery::bytes)
                .sum();
        return counted / seconds();
    }

    /** The same, with the bytes of the first delivery. */
    double capacityWithFirst() {
        requireTwo();
        return bytes() / seconds();
    }

    private void requireTwo() {
        if (sets.isEmpty() || first() == last()) {
            throw new IllegalStateException(
                    "one delivery of " + bytes() + " bytes has no rate; the run must move more than one packet");
        }
    }

    /** Latency from scheduled instant to delivery. */
    Latency latency() {
        double[] seconds = sets.stream()
                .mapToDouble(set -> (set.deliveredNanos() - set.scheduledNanos()) / NANOS_PER_SECOND)
                .sorted()
                .toArray();
        if (seconds.length == 0) {
            return new Latency(0, 0, 0, 0, 0);
        }
        return new Latency(
                Arrays.stream(seconds).average().orElse(0),
                seconds[seconds.length - 1],
                seconds[0],
                percentile(seconds, 50),
                percentile(seconds, 99));
    }

    /** The longest time without a delivery, in seconds. */
    double longestPause() {
        long longest = 0;
        for (int i = 1; i < sets.size(); i++) {
            longest = Math.max(
                    longest, sets.get(i).deliveredNanos() - sets.get(i - 1).deliveredNanos());
        }
        return longest / NANOS_PER_SECOND;
    }

    /** How much longer the average latency of the last quarter of the sensor sets is than that of the second quarter, in seconds. */
    double drift() {
        int quarter = sets.size() / 4;
        return averageLatency(3 * quarter, 4 * quarter) - averageLatency(quarter, 2 * quarter);
    }

    private double averageLatency(int from, int to) {
        return sets.subList(from, to).stream()
                        .mapToLong(set -> set.deliveredNanos() - set.scheduledNanos())
                        .average()
                        .orElse(0)
                / NANOS_PER_SECOND;
    }

    /** The percentile: the smallest value that this percentage of the values does not exceed. */
    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)];
    }

    /**
     * BAN data latency in seconds.
     *
     * @param average over all sensor sets
     * @param max highest
     * @param min lowest
     * @param p50 half are at most this
     * @param p99 99 of 100 are at most this
     */
    record Latency(double average, double max, double min, double p50, double p99) {}
}
