package org.banip.mbu.interconnect;

import org.banip.mbu.spi.PathForecast;

/** When one path will be lost, by the app's forecast, and whether that is too soon for another packet. Any thread reads. */
final class PathEnd {
    /** How much longer than necessary a path must last to be used, and then to be used again. */
    private static final long SPARE_NANOS = 100_000_000L;

    private static final long SPARE_AFTERWARDS_NANOS = 3_000_000_000L;

    private final String path;
    private final PathForecast forecast;
    private volatile boolean near;
    private volatile long leftNanos = PathForecast.NO_END;

    PathEnd(String path, PathForecast forecast) {
        this.path = path;
        this.forecast = forecast;
    }

    /** Of a path without an end. */
    static PathEnd none(String path) {
        return new PathEnd(path, PathForecast.NONE);
    }

    /** Whether the app has a forecast, with or without an end in sight. */
    boolean isForeseen() {
        return forecast != PathForecast.NONE;
    }

    /** Looks at the forecast. One call at a time. */
    void observe(long neededNanos, long nowNanos) {
        long spare = near ? SPARE_NANOS + SPARE_AFTERWARDS_NANOS : SPARE_NANOS;
        leftNanos = nanosLeft(nowNanos);
        near = leftNanos < neededNanos + spare;
    }

    /** Whether the next packet may not arrive any more, as of the last look. */
    boolean isNear() {
        return near;
    }

    /** How long the path lasts, as of the last look. */
    long leftNanos() {
        return leftNanos;
    }

    /** How long the path lasts; {@link PathForecast#NO_END} if no end is in sight. */
    long nanosLeft(long nowNanos) {
        return forecast.nanosLeft(path, nowNanos);
    }
}
