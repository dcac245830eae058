package org.banip.app.source;

import java.util.List;
import org.banip.mbu.settings.PathLoss;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.RadioForecast;

/**
 * Foresees how long paths last while a device walks past access points: ten times a second it is where its {@link Walk} says. Any thread; guarded by
 * itself.
 */
public final class WalkForecast implements PathForecast {
    private static final long STEP_NANOS = 100_000_000L;
    /** What is longer ago is of no interest to the forecast. */
    private static final long MOST_STEPS = 100;

    private static final double NANOS_PER_SECOND = 1e9;

    private final Walk walk;
    private final RadioForecast forecast;
    private boolean begun;
    private long begunNanos;
    /** The time of the last position that the forecast has. */
    private long knownNanos;

    /** Foresees nothing until the walk begins. */
    public WalkForecast(Walk walk, List<RadioForecast.AccessPoint> points) {
        this.walk = walk;
        forecast = new RadioForecast(PathLoss.WIFI, () -> knownNanos).accessPoints(points);
    }

    /** Now is second 0 of the walk; the device has been walking since its first position. */
    public synchronized WalkForecast begin(long nowNanos) {
        begun = true;
        begunNanos = nowNanos;
        knownNanos = nowNanos + Math.round(Math.min(0, walk.begins()) * NANOS_PER_SECOND) - STEP_NANOS;
        return this;
    }

    @Override
    public synchronized long nanosLeft(String path, long nowNanos) {
        if (!begun) {
            return NO_END;
        }
        long behind = (nowNanos - knownNanos) / STEP_NANOS;
        knownNanos += Math.max(0, behind - MOST_STEPS) * STEP_NANOS;
        while (nowNanos - knownNanos >= STEP_NANOS) {
            knownNanos += STEP_NANOS;
            Walk.Position now = walk.at((knownNanos - begunNanos) / NANOS_PER_SECOND);
            forecast.position(now.x(), now.y());
        }
        return forecast.nanosLeft(path, nowNanos);
    }
}
