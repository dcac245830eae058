package org.banip.mbu.send;

import org.banip.mbu.sampling.SamplingSchedule;
import org.jspecify.annotations.Nullable;

/**
 * Tells which instant a group's signal has reached. If the group has a schedule, the clock uses it. Otherwise it uses the last sensor set and the
 * time since then. Belongs to the encoding thread.
 */
final class SignalClock {
    private final @Nullable SamplingSchedule schedule;
    private long lastInstantNanos = Long.MIN_VALUE;
    private long nextInstantNanos;
    private long lastSeenNanos;

    /** The clock of a group with a schedule, or without one (null). */
    SignalClock(@Nullable SamplingSchedule schedule) {
        this.schedule = schedule;
    }

    /** A sensor set of the group arrived. The next one on its grid has the next instant. */
    void seen(long instantNanos, long nextNanos, long nowNanos) {
        lastInstantNanos = instantNanos;
        nextInstantNanos = nextNanos;
        lastSeenNanos = nowNanos;
    }

    /**
     * Time until the signal reaches an instant. {@link Long#MAX_VALUE} if that is not known. If a scheduled sensor set before that instant is
     * late, the clock waits for it.
     */
    long nanosUntil(long instantNanos, long nowNanos) {
        if (lastInstantNanos == Long.MIN_VALUE) {
            return Long.MAX_VALUE;
        }
        if (schedule == null) {
            return instantNanos - lastInstantNanos - (nowNanos - lastSeenNanos);
        }
        if (schedule.unpaced() || nextInstantNanos < instantNanos) {
            return Long.MAX_VALUE;
        }
        return (long) Math.ceil((instantNanos - schedule.signalNanos(nowNanos)) / schedule.speed());
    }
}
