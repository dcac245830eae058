package org.banip.mbu.spi;

/**
 * Foresees how long paths last, so that they are left in time (docs/paths.md). {@link RadioForecast} is one. Called very often, on any thread, while
 * the spool is locked: answer at once, without waiting, and make no objects.
 */
public interface PathForecast {
    /** The time left of a path without an end in sight. */
    long NO_END = Long.MAX_VALUE;

    /** Foresees nothing. */
    PathForecast NONE = (path, nowNanos) -> NO_END;

    /**
     * How many nanoseconds are left until the path is lost: 0 if it is lost now, {@link #NO_END} if no end is in sight.
     *
     * @param path the path's name
     * @param nowNanos the time by the MBU's clock
     */
    long nanosLeft(String path, long nowNanos);
}
