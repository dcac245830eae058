package org.banip.transcoders.predict;

import java.util.Arrays;

/** The latest values of a signal, in sixteenths, and their power. */
final class Window {
    /** Fraction bits of what filters see and say. */
    static final int FRACTION_BITS = 4;

    private static final int LIMIT = 1 << 28;
    private static final int SLIDE = 1024;

    private final int size;
    private final int[] values;
    private int end;
    private long power;

    Window(int size) {
        this.size = size;
        values = new int[size + SLIDE];
        end = size;
    }

    void reset() {
        Arrays.fill(values, 0, size, 0);
        end = size;
        power = 0;
    }

    /** Takes a value in, clipped to ±2^28, and lets the oldest go. */
    void push(long value) {
        if (size == 0) {
            return;
        }
        if (end == values.length) {
            System.arraycopy(values, end - size, values, 0, size);
            end = size;
        }
        int newest = clip(value);
        long oldest = values[end - size];
        values[end++] = newest;
        power += (long) newest * newest - oldest * oldest;
    }

    static int clip(long value) {
        return (int) Math.max(-LIMIT, Math.min(LIMIT, value));
    }

    /** Sum of the squares. */
    long power() {
        return power;
    }

    int size() {
        return size;
    }

    /** The array that holds them, oldest first, from {@link #start} on. */
    int[] values() {
        return values;
    }

    int start() {
        return end - size;
    }
}
