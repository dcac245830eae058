package org.banip.alerts.level;

/** The slope of the line through the last values that fits best (least squares), where some may be missing. One thread. */
final class Slope {
    /** How many values the line goes through. */
    static final int PARTS = 60;

    /** How many of them must be there. */
    private static final int FEWEST = 45;

    private final double[] values = new double[PARTS];
    private final boolean[] there = new boolean[PARTS];
    private int at;
    private int known;

    /** The next value, or that it is missing. */
    void next(boolean isThere, double value) {
        known += (isThere ? 1 : 0) - (there[at] ? 1 : 0);
        values[at] = value;
        there[at] = isThere;
        at = (at + 1) % PARTS;
    }

    /** Whether there are enough values. */
    boolean isKnown() {
        return known >= FEWEST;
    }

    /** The slope, per value. The sums are made anew each time, so no rounding error adds up. */
    double perPart() {
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < PARTS; i++) {
            int place = (at + i) % PARTS;
            if (there[place]) {
                meanX += i;
                meanY += values[place];
            }
        }
        meanX /= known;
        meanY /= known;
        double above = 0;
        double below = 0;
        for (int i = 0; i < PARTS; i++) {
            int place = (at + i) % PARTS;
            if (there[place]) {
                above += (i - meanX) * (values[place] - meanY);
                below += (i - meanX) * (i - meanX);
            }
        }
        return above / below;
    }

    void clear() {
        java.util.Arrays.fill(there, false);
        known = 0;
    }
}
