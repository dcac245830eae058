package org.banip.measure.cpi;

import org.jspecify.annotations.Nullable;

/**
 * The published figure for the same settings.
 *
 * @param value transfer capacity in bytes a second, or average BAN data latency in seconds
 * @param spread highest and lowest latency; null for a transfer capacity
 */
public record PublishedCpi(double value, @Nullable Spread spread) {
    /**
     * Highest and lowest, in seconds.
     *
     * @param max highest
     * @param min lowest
     */
    public record Spread(double max, double min) {}

    /** A transfer capacity in bytes a second. */
    public static PublishedCpi capacity(double bytesPerSecond) {
        return new PublishedCpi(bytesPerSecond, null);
    }

    /** A BAN data latency in seconds. */
    public static PublishedCpi latency(double average, double max, double min) {
        return new PublishedCpi(average, new Spread(max, min));
    }
}
