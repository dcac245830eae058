package org.banip.alerts.ecg;

import java.util.Arrays;

/** The sum of the last values, exactly. One thread. */
final class RunningSum {
    private final int[] values;
    private int at;
    private long sum;

    RunningSum(int length) {
        values = new int[length];
    }

    int length() {
        return values.length;
    }

    /** The sum with this value, and without the oldest one. */
    long next(int value) {
        sum += (long) value - values[at];
        values[at] = value;
        at = at + 1 == values.length ? 0 : at + 1;
        return sum;
    }

    /** As if this value had always come. */
    void fill(int value) {
        Arrays.fill(values, value);
        sum = (long) value * values.length;
    }
}
