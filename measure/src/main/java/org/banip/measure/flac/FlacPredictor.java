package org.banip.measure.flac;

import java.util.Arrays;

/**
 * Predicts a sample from earlier samples: the sum of coefficient times sample, latest first, shifted right.
 *
 * @param coefficients one for each earlier sample
 * @param shift fraction bits of the coefficients
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FlacPredictor(int[] coefficients, int shift) {
    static final int PRECISION = 14;
    private static final int[][] FIXED = {{}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}};

    /** FLAC's fixed predictors, by order. */
    static FlacPredictor fixed(int order) {
        return new FlacPredictor(FIXED[order], 0);
    }

    /** Number of fixed predictors. */
    static int fixedCount() {
        return FIXED.length;
    }

    int order() {
        return coefficients.length;
    }

    long predict(int[] samples, int at) {
        long sum = 0;
        for (int i = 0; i < coefficients.length; i++) {
            sum += (long) coefficients[i] * samples[at - 1 - i];
        }
        return sum >> shift;
    }

    /** The coefficients rounded to {@value #PRECISION} bits. */
    static FlacPredictor rounded(double[] exact) {
        double largest = Arrays.stream(exact).map(Math::abs).max().orElse(0);
        int shift = PRECISION - 2 - Math.max(0, Math.getExponent(largest));
        int limit = (1 << PRECISION - 1) - 1;
        int[] whole = new int[exact.length];
        for (int i = 0; i < exact.length; i++) {
            long scaled = Math.round(exact[i] * (1L << Math.max(0, shift)));
            whole[i] = (int) Math.max(-limit, Math.min(limit, scaled));
        }
        return new FlacPredictor(whole, Math.max(0, shift));
    }
}
