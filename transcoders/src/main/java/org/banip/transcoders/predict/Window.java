package org.banip.transcoders.predict;

import java.util.Arrays;

/** The latest values of a signal, oldest first, in sixteenths, and their power. */
final class Window {
    /** Fraction bits of the filters' input and output. */
    static final int FRACTION_BITS = 4;

    private static final int LIMIT = 1 << 28;

    private final int[] values;
    private long power;

    Window(int size) {
        values = new int[size];
    }

    void reset() {
        Arrays.fill(values, 0);
        power = 0;
    }

    /** Adds a value, clipped to ±2^28, and removes the oldest. */
    void push(long value) {
        int last = values.length - 1;
        int newest = clip(value);
        long oldest = values[0];
        System.arraycopy(values, 1, values, 0, last);
        values[last] = newest;
        power += (long) newest * newest - oldest * oldest;
    }

    static int clip(long value) {
        return (int) Math.max(-LIMIT, Math.min(LIMIT, value));
    }

    int size() {
        return values.length;
    }

    /** The array that holds them. */
    int[] values() {
        return values;
    }

    /** Sum of their squares. */
    long power() {
        return power;
    }
}
