package org.banip.transcoders.predict;

import java.util.Arrays;

/**
 * The weights with which values predict the next value of a signal. The learning loop counts from 0 over both arrays, because compilers turn this
 * form into vector instructions.
 */
final class Filter {
    /** Fraction bits of a weight. */
    static final int WEIGHT_BITS = 20;

    private final int[] weights;

    Filter(int size) {
        weights = new int[size];
    }

    void reset() {
        Arrays.fill(weights, 0);
    }

    /** The weighted sum of the values, clipped. */
    long predict(int[] values) {
        int[] w = weights;
        long sum = 0;
        long other = 0;
        for (int i = 0; i < w.length; i += 8) { // all sizes are multiples of 8; two sums do not wait for each other
            sum += (long) w[i] * values[i]
                    + (long) w[i + 1] * values[i + 1]
                    + (long) w[i + 2] * values[i + 2]
                    + (long) w[i + 3] * values[i + 3];
            other += (long) w[i + 4] * values[i + 4]
                    + (long) w[i + 5] * values[i + 5]
                    + (long) w[i + 6] * values[i + 6]
                    + (long) w[i + 7] * values[i + 7];
        }
        return Window.clip(sum + other >> WEIGHT_BITS);
    }

    /** Moves the weights by a step along the values. */
    void learn(int[] values, Step step) {
        int[] w = weights;
        int error = step.error();
        int shift = step.shift();
        int half = 1 << shift >> 1;
        for (int i = 0; i < w.length; i++) {
            w[i] += error * values[i] + half >> shift;
        }
    }
}
