package org.banip.alerts.ecg;

/**
 * Finds peaks: a maximum that the values have fallen to a half of, or that is old enough (Hamilton 2002, "peak detection"). Of peaks less than
 * 200 ms apart the highest remains. One thread.
 */
final class PeakFinder {
    private static final int OLD_ENOUGH_MILLIS = 95;
    private static final int APART_MILLIS = 200;

    private final int oldEnough;
    private final int apart;

    private int last;
    private int highest;
    private int sinceHighest;
    private int sinceFound;

    private int peak;
    private int sincePeak;

    PeakFinder(Rate rate) {
        oldEnough = rate.samples(OLD_ENOUGH_MILLIS);
        apart = rate.samples(APART_MILLIS);
    }

    /** Takes a value. Returns the height of a peak that no higher one follows within 200 ms, or 0. */
    int next(int value) {
        int found = maximum(value);
        if (peak > 0) {
            sincePeak++;
        }
        if (found > peak) {
            peak = found;
            sincePeak = sinceFound;
            return 0;
        }
        if (peak > 0 && sincePeak >= apart) {
            int result = peak;
            peak = 0;
            return result;
        }
        return 0;
    }

    /** Samples since the peak that {@link #next} has just returned. */
    int ago() {
        return sincePeak;
    }

    private int maximum(int value) {
        int found = 0;
        if (highest > 0) {
            sinceHighest++;
        }
        if (value > last && value > highest) {
            highest = value;
            sinceHighest = 0;
        } else if (highest > 0 && (value < highest / 2 || sinceHighest > oldEnough)) {
            found = highest;
            sinceFound = sinceHighest;
            highest = 0;
        }
        last = value;
        return found;
    }

    /** Forgets what is not complete. */
    void restart() {
        last = 0;
        highest = 0;
        peak = 0;
    }
}
