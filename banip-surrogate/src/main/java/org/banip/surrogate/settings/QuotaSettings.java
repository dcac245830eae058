package org.banip.surrogate.settings;

import java.time.Duration;

/**
 * How much one identity may bring in any 24 hours, and how full the store's disk may get. What goes beyond gets {@code LIMIT_REACHED},
 * on a disk that is too full {@code STORAGE_UNAVAILABLE}; the MBU keeps what is not stored and tries again.
 *
 * @param bytesPerDay bytes of request bodies of one identity
 * @param sessionsPerDay new sessions of one identity; registering a session again is not counted
 * @param signalPerDay signal of one identity's interconnects together, as long as their declared frequencies say; a BAN that is
 *     connected all the time brings 24 hours a day, one that was away or replays recordings brings more
 * @param minimumFreeBytes of the file system that keeps the store; below it no data are taken; 0 for none
 * @param registrationFreeBytes of the same; below it no new session is taken, so that those that are stored can go on; 0 for none
 * @param signalRate how many times as fast as its frequencies say one session may bring its signal, over a minute; 0 for no bound
 */
public record QuotaSettings(
        long bytesPerDay,
        long sessionsPerDay,
        Duration signalPerDay,
        long minimumFreeBytes,
        long registrationFreeBytes,
        int signalRate) {
    /** The highest bound of the rate. */
    public static final int MOST_RATE = 1_000_000;

    /** 64 GiB, 1,000 sessions and 1,000 hours of signal a day; 256 MiB remain free, 512 MiB of new sessions; any rate. */
    public static final QuotaSettings DEFAULT =
            new QuotaSettings(64L << 30, 1000, Duration.ofHours(1000), 256L << 20, 512L << 20, 0);

    /** Takes everything: for measurements. */
    public static final QuotaSettings UNBOUNDED =
            new QuotaSettings(Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofDays(100_000), 0);

    /** The same room for new sessions as for data, and no bound of the rate. */
    public QuotaSettings(long bytesPerDay, long sessionsPerDay, Duration signalPerDay, long minimumFreeBytes) {
        this(bytesPerDay, sessionsPerDay, signalPerDay, minimumFreeBytes, minimumFreeBytes, 0);
    }

    /** Checks every field. */
    public QuotaSettings {
        if (bytesPerDay < 1 || sessionsPerDay < 1 || minimumFreeBytes < 0) {
            throw new IllegalArgumentException("bytes per day " + bytesPerDay + " and sessions per day "
                    + sessionsPerDay + " must be at least 1, minimum of free bytes " + minimumFreeBytes
                    + " at least 0");
        }
        if (registrationFreeBytes < 0 || signalRate < 0 || signalRate > MOST_RATE) {
            throw new IllegalArgumentException("free bytes for registrations " + registrationFreeBytes
                    + " must be at least 0, the rate of signal " + signalRate + " from 0 to " + MOST_RATE);
        }
        if (signalPerDay.compareTo(Duration.ofSeconds(1)) < 0 || signalPerDay.compareTo(Duration.ofDays(100_000)) > 0) {
            throw new IllegalArgumentException(
                    "signal per day " + signalPerDay + " is outside a second to 100,000 days");
        }
    }
}
