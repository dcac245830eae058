package org.banip.mbu.send;

import org.banip.mbu.sampling.SamplingSchedule;
import org.jspecify.annotations.Nullable;

/**
 * How far a group's signal is now: by its schedule, or, where an app brings the sensor sets, by the last one and the time since
 * it came. Belongs to the encoding thread.
 */
final class SignalClock {
    private final @Nullable SamplingSchedule schedule;
    private long lastInstantNanos = Long.MIN_VALUE;
    private long nextInstantNanos;
    private long lastSeenNanos;

    /** The clock of a scheduled group, or of one without a schedule. */
    SignalClock(@Nullable SamplingSchedule schedule) {
        this.schedule = schedule;
    }

    /** The group's sensor set of an instant has come; if another follows on its grid, it is of the next instant. */
    void seen(long instantNanos, long nextNanos, long nowNanos) {
        lastInstantNanos = instantNanos;
        nextInstantNanos = nextNanos;
        lastSeenNanos = nowNanos;
    }

    /**
     * How long until the signal reaches an instant; very long if that is not known. A scheduled sensor set that belongs before
     * the instant is waited for, however late.
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
