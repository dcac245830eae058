package org.banip.measure.cpi;

import java.util.Optional;

/**
 * One run to be made.
 *
 * @param name of its raw data: letters, digits, {@code . _ -}
 * @param settings what it runs with
 * @param load the load
 * @param bytes bytes produced in total, rounded up to whole packets
 * @param published the figure of 2003
 */
public record PlannedRun(String name, CpiSettings settings, Load load, long bytes, Optional<PublishedCpi> published) {
    /** A run with the figure that was published for its settings and load. */
    public static PlannedRun of(String name, CpiSettings settings, Load load, long bytes) {
        return new PlannedRun(name, settings, load, bytes, ThesisPlan.published(settings, load));
    }

    /** Expected time of its transfer, in seconds. */
    double expectedSeconds() {
        return bytes / expectedBytesPerSecond();
    }

    private double expectedBytesPerSecond() {
        if (load instanceof Load.Rate rate) {
            return rate.bytesPerSecond();
        }
        double half = settings.linkBytesPerSecond() / 2;
        if (load instanceof Load.Share share) {
            return half * share.ofCapacity();
        }
        return published.map(PublishedCpi::value).orElse(half);
    }
}
