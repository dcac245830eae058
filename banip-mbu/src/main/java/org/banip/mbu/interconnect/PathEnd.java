package org.banip.mbu.interconnect;

import org.banip.mbu.spi.PathForecast;

/** When one path will be lost, by the app's forecast, and whether that is too soon for another packet. Any thread reads. */
final class PathEnd {
    /** How much longer than necessary a path must last to be used, and then to be used again. */
    private static final long SPARE_NANOS = 100_000_000L;

    private static final long SPARE_AFTERWARDS_NANOS = 3_000_000_000L;

    private final String path;
    private final PathForecast forecast;
    private boolean over;
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

    /**
     * Looks at the forecast. A path that is over, because not even the next packet alone would arrive, is not used again before the forecast gives it much
     * more time. A path that is only too busy is used again as soon as what is under way there has become less. One call at a time.
     *
     * @param neededNanos what the next packet needs behind what is under way
     * @param aloneNanos what it needs if nothing is under way
     */
    void observe(long neededNanos, long aloneNanos, long nowNanos) {
        leftNanos = nanosLeft(nowNanos);
        over = leftNanos < aloneNanos + (over ? SPARE_NANOS + SPARE_AFTERWARDS_NANOS : SPARE_NANOS);
        near = over || leftNanos < neededNanos + SPARE_NANOS;
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
