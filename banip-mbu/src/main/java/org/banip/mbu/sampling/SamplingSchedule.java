package org.banip.mbu.sampling;

import org.banip.core.ban.Frequency;

/**
 * Tells when a sensor's units are due. Unit k was sampled at {@code origin + k · period}, and is due at {@code origin + k · period / speed}, even
 * if the thread that reads it wakes up late.
 *
 * @param originNanos instant of unit 0, nanoseconds since the epoch
 * @param speed seconds of signal per second, above zero; infinite if units are due as soon as there is room
 */
public record SamplingSchedule(long originNanos, double speed) {
    /** The speed at which everything is due at once. */
    public static final double UNPACED = Double.POSITIVE_INFINITY;

    /** Checks the speed. */
    public SamplingSchedule {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("speed " + speed + " must be above 0; 1 is real time");
        }
    }

    /** Whether everything is due at once. */
    public boolean unpaced() {
        return speed == UNPACED;
    }

    /** The instant at which a unit was sampled. */
    public long instantNanos(Frequency frequency, long unit) {
        return originNanos + frequency.nanosOfUnit(unit);
    }

    /** The time at which a unit is due. */
    public long dueNanos(Frequency frequency, long unit) {
        return originNanos + (long) (frequency.nanosOfUnit(unit) / speed);
    }

    /** The sampling instant that is due at a time. If unpaced it is unknown, and an instant far in the past. */
    public long signalNanos(long timeNanos) {
        if (unpaced()) {
            return Long.MIN_VALUE;
        }
        long elapsed = timeNanos - originNanos;
        return originNanos + (speed == 1 ? elapsed : (long) (elapsed * speed));
    }

    /** How many units are due at a time. They have the numbers from 0 on. */
    public long unitsDue(Frequency frequency, long timeNanos) {
        if (unpaced()) {
            return Long.MAX_VALUE;
        }
        long elapsed = signalNanos(timeNanos) - originNanos;
        return elapsed < 0 ? 0 : frequency.unitAtOrAfter(elapsed + 1);
    }
}
