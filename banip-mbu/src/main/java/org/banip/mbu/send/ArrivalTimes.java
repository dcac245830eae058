package org.banip.mbu.send;

import org.banip.core.ban.Frequency;
import org.banip.mbu.spi.SensorInput;

/** Where sensor sets belong of which only the arrival is known ({@link SensorInput#offerArrivedAt}). */
final class ArrivalTimes {
    /** Where sensor sets are put. */
    enum Place {
        /** Directly behind the last ones. */
        FOLLOWS,
        /** On the same grid, with a gap before them. */
        BEHIND_GAP,
        /** On a grid that begins with them. */
        NEW_GRID
    }

    private static final long BEHIND_NANOS = 1_000_000;
    private static final long LONGEST_OFFER_NANOS = Long.MAX_VALUE / 2;

    private ArrivalTimes() {}

    /**
     * The place of sensor sets that arrived together.
     *
     * @param firstNanos when the first one would have been sampled by its arrival
     * @param dueNanos when it is due, behind the last ones
     */
    static Place place(Frequency frequency, int units, long firstNanos, long dueNanos) {
        boolean isSeldom = isSeldom(frequency, units);
        long tolerance = SensorInput.ARRIVAL_TOLERANCE_NANOS;
        if (!isSeldom) {
            tolerance = Math.max(tolerance, 2 * Math.min(frequency.nanosOfUnit(units), LONGEST_OFFER_NANOS));
        }
        boolean isEarly = firstNanos < dueNanos - tolerance;
        if (!isEarly && firstNanos - tolerance <= dueNanos) {
            return Place.FOLLOWS;
        }
        return isEarly || isSeldom ? Place.NEW_GRID : Place.BEHIND_GAP;
    }

    /** Whether this is one measurement, like that of a scale: its period is longer than arrivals are late or early. */
    private static boolean isSeldom(Frequency frequency, int units) {
        return units == 1 && frequency.nanosOfUnit(1) > SensorInput.ARRIVAL_TOLERANCE_NANOS;
    }

    /** The unit of the grid that is nearest to an instant. */
    static long nearestUnit(Frequency frequency, long sinceOriginNanos) {
        long after = frequency.unitAtOrAfter(sinceOriginNanos);
        long before = after - 1;
        return sinceOriginNanos - frequency.nanosOfUnit(before) < frequency.nanosOfUnit(after) - sinceOriginNanos
                ? before
                : after;
    }

    /**
     * The instant at which the first one is put.
     *
     * @param firstNanos when it would have been sampled by its arrival
     * @param originNanos the grid's unit 0
     * @param nextUnit the unit of the grid behind the last one
     */
    static long instant(Frequency frequency, int units, long firstNanos, long originNanos, long nextUnit) {
        long due = originNanos + frequency.nanosOfUnit(nextUnit);
        switch (place(frequency, units, firstNanos, due)) {
            case FOLLOWS:
                return due;
            case BEHIND_GAP:
                return originNanos + frequency.nanosOfUnit(nearestUnit(frequency, firstNanos - originNanos));
            default:
                return behindTheLast(frequency, units, firstNanos, originNanos + frequency.nanosOfUnit(nextUnit - 1));
        }
    }

    /** Where a new grid begins: at the arrival, but a seldom measurement behind the last one if that was put a little later than it arrived. */
    static long behindTheLast(Frequency frequency, int units, long instantNanos, long lastNanos) {
        boolean isBefore = instantNanos <= lastNanos && lastNanos - instantNanos <= SensorInput.ARRIVAL_TOLERANCE_NANOS;
        return isBefore && isSeldom(frequency, units) ? lastNanos + BEHIND_NANOS : instantNanos;
    }
}
