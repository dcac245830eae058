package org.banip.measure.peer;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.sampling.SamplingSchedule;

/**
 * Arrivals of sensor sets, from the store (column {@code received_nanos}). BANip's host and the peers' application take this time at the same place,
 * when they have received a packet. Immutable.
 */
final class DeliveryLog {
    private static final String SELECT = "SELECT group_index, first_unit, unit_count, received_nanos FROM item"
            + " WHERE gap_reason IS NULL ORDER BY received_nanos, group_index, sequence";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final long IN_TIME_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long MOST_MICROS = TimeUnit.HOURS.toMicros(2);

    /** A packet that arrived. */
    record Delivery(int group, long firstUnit, int units, long receivedNanos) {}

    /**
     * Latencies of sensor sets since their scheduled instants, in seconds.
     *
     * @param min the lowest
     * @param mean of all
     * @param p50 half are at most this
     * @param p99 99 of 100 are at most this
     * @param max the highest
     */
    record Delay(double min, double mean, double p50, double p99, double max) {
        /** Nothing arrived, or nothing was due. */
        static final Delay NONE = new Delay(0, 0, 0, 0, 0);
    }

    private final List<SensorGroup> groups;
    private final SamplingSchedule schedule;
    private final List<Delivery> deliveries;

    DeliveryLog(List<SensorGroup> groups, SamplingSchedule schedule, List<Delivery> deliveries) {
        this.groups = List.copyOf(groups);
        this.schedule = schedule;
        this.deliveries = List.copyOf(deliveries);
    }

    /** Reads the store's record. */
    static DeliveryLog read(Path store, List<SensorGroup> groups, SamplingSchedule schedule) throws SQLException {
        List<Delivery> deliveries = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + store);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(SELECT)) {
            while (rows.next()) {
                deliveries.add(new Delivery(rows.getInt(1), rows.getLong(2), rows.getInt(3), rows.getLong(4)));
            }
        }
        return new DeliveryLog(groups, schedule, deliveries);
    }

    /** Packets stored. */
    long packets() {
        return deliveries.size();
    }

    /** Sensor sets stored. */
    long units() {
        return deliveries.stream().mapToLong(Delivery::units).sum();
    }

    /** The same of each group. */
    long[] unitsOfGroups() {
        long[] units = new long[groups.size()];
        deliveries.forEach(delivery -> units[delivery.group()] += delivery.units());
        return units;
    }

    private long bytes(Delivery delivery) {
        return (long) delivery.units() * groups.get(delivery.group()).setBytes();
    }

    /**
     * Transfer capacity, in bytes of sensor sets a second. The clock starts with the first data after the warm-up, which do not count. 0 if no data
     * came later.
     *
     * @param warm time from the first data to the start of the clock; zero starts with the first data
     */
    double bytesPerSecond(Duration warm) {
        if (deliveries.isEmpty()) {
            return 0;
        }
        long warmNanos = deliveries.get(0).receivedNanos() + warm.toNanos();
        long first = deliveries.stream()
                .mapToLong(Delivery::receivedNanos)
                .filter(received -> received >= warmNanos)
                .findFirst()
                .orElse(Long.MAX_VALUE);
        long last = deliveries.get(deliveries.size() - 1).receivedNanos();
        long bytes = deliveries.stream()
                .filter(delivery -> delivery.receivedNanos() > first)
                .mapToLong(this::bytes)
                .sum();
        return last <= first ? 0 : bytes / ((last - first) / NANOS_PER_SECOND);
    }

    private long dueNanos(Delivery delivery, int unit) {
        return schedule.dueNanos(groups.get(delivery.group()).frequency(), delivery.firstUnit() + unit);
    }

    private long delayNanos(Delivery delivery, int unit) {
        return delivery.receivedNanos() - dueNanos(delivery, unit);
    }

    /** BAN data latency over all sensor sets. */
    Delay delay() {
        Histogram micros = new Histogram(MOST_MICROS, 3);
        for (Delivery delivery : deliveries) {
            for (int unit = 0; unit < delivery.units(); unit++) {
                long delay = TimeUnit.NANOSECONDS.toMicros(delayNanos(delivery, unit));
                micros.recordValue(Math.max(0, Math.min(MOST_MICROS, delay)));
            }
        }
        return micros.getTotalCount() == 0
                ? Delay.NONE
                : new Delay(
                        micros.getMinValue() / MICROS_PER_SECOND,
                        micros.getMean() / MICROS_PER_SECOND,
                        micros.getValueAtPercentile(50) / MICROS_PER_SECOND,
                        micros.getValueAtPercentile(99) / MICROS_PER_SECOND,
                        micros.getMaxValue() / MICROS_PER_SECOND);
    }

    /**
     * Seconds from the end of an outage until a packet arrived whose first sensor set was at most 2 s old, and all older packets had arrived. Empty
     * if that did not happen. The age is the same for all peers.
     */
    OptionalDouble caughtUpSeconds(long backNanos) {
        Optional<Delivery> inTime = deliveries.stream()
                .filter(delivery -> delivery.receivedNanos() >= backNanos && delayNanos(delivery, 0) <= IN_TIME_NANOS)
                .findFirst();
        return inTime.stream()
                .flatMap(first -> deliveries.stream().filter(delivery -> dueNanos(delivery, 0) <= dueNanos(first, 0)))
                .mapToDouble(delivery -> (delivery.receivedNanos() - backNanos) / NANOS_PER_SECOND)
                .max();
    }
}
