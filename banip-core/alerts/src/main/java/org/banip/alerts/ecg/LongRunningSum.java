package org.banip.alerts.ecg;

import java.util.Arrays;

/** The sum of the last values, exactly. One thread. */
final class LongRunningSum {
    private final long[] values;
    private int at;
    private long sum;

    LongRunningSum(int length) {
        values = new long[length];
    }

    int length() {
        return values.length;
    }

    /** The sum with this value, and without the oldest one. */
    long next(long value) {
        sum += value - values[at];
        values[at] = value;
        at = at + 1 == values.length ? 0 : at + 1;
        return sum;
    }

    /** As if this value had always come. */
    void fill(long value) {
        Arrays.fill(values, value);
        sum = value * values.length;
    }
}
