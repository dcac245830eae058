package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.Locale;
import org.banip.emulator.profile.DirectionSettings;
import org.banip.emulator.profile.LinkSettings;

/**
 * One path. Both directions are alike.
 *
 * @param name of the path
 * @param megabits rate in Mbit/s
 * @param delayMillis as it is published, see {@link Reading}
 * @param lossPercent share of packets lost at random in each direction
 * @param metered whether a megabyte on it has a price
 */
public record StudiedPath(String name, double megabits, double delayMillis, double lossPercent, boolean metered) {
    /** What a megabyte costs on a path that is metered. */
    public static final double PRICE = 0.01;

    private static final double BYTES_PER_MEGABIT = 125_000;
    private static final double PERCENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MTU = 1500;
    /** Twenty packets: a queue of one round trip would be shorter on slow paths. */
    private static final int SHORTEST_QUEUE = 20 * MTU;

    /** A path without a price. */
    StudiedPath(String name, double megabits, double delayMillis, double lossPercent) {
        this(name, megabits, delayMillis, lossPercent, false);
    }

    /** The same with a price. */
    StudiedPath withPrice() {
        return new StudiedPath(name, megabits, delayMillis, lossPercent, true);
    }

    /** Its rate. */
    public double bytesPerSecond() {
        return megabits * BYTES_PER_MEGABIT;
    }

    /** As a link, with a queue of one round trip. */
    public LinkSettings link(Reading reading, String congestionControl) {
        Duration delay = reading.oneWay(delayMillis);
        double roundTrip = 2 * bytesPerSecond() * delay.toNanos() / NANOS_PER_SECOND;
        DirectionSettings way = DirectionSettings.builder()
                .bytesPerSecond(bytesPerSecond())
                .delay(delay)
                .loss(lossPercent / PERCENT)
                .queueBytes(Math.max(SHORTEST_QUEUE, (int) roundTrip))
                .build();
        return new LinkSettings(name, MTU, congestionControl, way, way);
    }

    /** For people. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.2f Mbit/s %.0f ms %.1f %%", megabits, delayMillis, lossPercent);
    }
}
