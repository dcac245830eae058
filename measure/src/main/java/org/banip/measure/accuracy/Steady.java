package org.banip.measure.accuracy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;
import org.banip.emulator.profile.Way;
import org.banip.measure.probe.DatagramArrival;

/** Links with as little randomness as possible. */
final class Steady {
    private Steady() {}

    /** The link without loss, jitter and schedule, and with the changes that the check needs. */
    static LinkSettings link(LinkSettings link, UnaryOperator<DirectionSettings> change) {
        LinkSettings steady = link.withSchedule(List.of());
        for (Way way : Way.values()) {
            DirectionSettings was = link.direction(way);
            DirectionSettings still = new DirectionSettings(
                    was.bytesPerSecond(),
                    was.delay(),
                    Duration.ZERO,
                    0,
                    Optional.empty(),
                    was.queueBytes(),
                    was.bearerWait());
            steady = steady.with(way, change.apply(still));
        }
        return steady;
    }

    /** The mean; NaN if nothing arrived. */
    static double meanMillis(List<DatagramArrival> arrivals) {
        return arrivals.stream()
                .mapToDouble(DatagramArrival::latencyMillis)
                .average()
                .orElse(Double.NaN);
    }
}
