package org.banip.measure.link.accuracy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.banip.measure.link.profile.DirectionSettings;
import org.banip.measure.link.profile.LinkSettings;
import org.banip.measure.link.profile.Way;
import org.banip.measure.probe.Arrival;

/** Links on which as little as possible is left to chance. */
final class Steady {
    private Steady() {}

    /** The link without loss, jitter and schedule, and with what the check wants. */
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

    /** NaN if nothing arrived. */
    static double meanMillis(List<Arrival> arrivals) {
        return arrivals.stream().mapToDouble(Arrival::latencyMillis).average().orElse(Double.NaN);
    }
}
