package org.banip.alerts.ecg;

import java.util.Arrays;

/** The last eight values and their median. One thread. */
final class LastValues {
    private static final int MOST = 8;

    private final int[] values = new int[MOST];
    private final int[] sorted = new int[MOST];
    private int count;
    private int at;
    private int median;

    void add(int value) {
        values[at] = value;
        at = (at + 1) % MOST;
        count = Math.min(MOST, count + 1);
        median = Median.of(values, count, sorted);
    }

    /** The median; 0 if there is no value yet. */
    int median() {
        return median;
    }

    int count() {
        return count;
    }

    /** As if this value alone had come, eight times. */
    void fill(int value) {
        Arrays.fill(values, value);
        count = MOST;
        median = value;
    }

    void clear() {
        count = 0;
        at = 0;
        median = 0;
    }
}
