package org.banip.transcoders.predict;

import java.util.Arrays;

/** The weights with which the values of a window predict the next value of a signal. */
final class Filter {
    /** Fraction bits of a weight. */
    static final int WEIGHT_BITS = 20;

    private final Window window;
    private final int[] weights;

    Filter(Window window) {
        this.window = window;
        weights = new int[window.size()];
    }

    void reset() {
        Arrays.fill(weights, 0);
    }

    Window window() {
        return window;
    }

    /** The weighted sum, in units of 2^−24. */
    long sum() {
        int[] w = weights;
        int[] x = window.values();
        int start = window.start();
        long sum = 0;
        for (int i = 0; i < w.length; i++) {
            sum += (long) w[i] * x[start + i];
        }
        return sum;
    }

    /** Moves the weights by a step along the values. */
    void learn(Step step) {
        int[] w = weights;
        int[] x = window.values();
        int start = window.start();
        int error = step.error();
        int shift = step.shift();
        int half = 1 << shift >> 1;
        if (error == 0) {
            return;
        }
        for (int i = 0; i < w.length; i++) {
            w[i] += error * x[start + i] + half >> shift;
        }
    }
}
