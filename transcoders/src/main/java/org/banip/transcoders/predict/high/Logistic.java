package org.banip.transcoders.predict.high;

/** The logistic function and its inverse from tables, so that every machine gets the same bits. */
final class Logistic {
    private static final int PER_UNIT = 128;
    private static final int LIMIT = 32;
    private static final int LN_BITS = 11;
    private static final double LN2 = StrictMath.log(2);

    /** 1 / (1 + e^x) at x = i / {@link #PER_UNIT}. */
    private static final double[] TAIL = new double[LIMIT * PER_UNIT + 2];
    /** ln(1 + i / 2^{@link #LN_BITS}). */
    private static final double[] LN = new double[(1 << LN_BITS) + 1];

    static {
        for (int i = 0; i < TAIL.length; i++) {
            TAIL[i] = 1 / (1 + StrictMath.exp(i / (double) PER_UNIT));
        }
        for (int i = 0; i < LN.length; i++) {
            LN[i] = StrictMath.log1p(i / (double) (1 << LN_BITS));
        }
    }

    private Logistic() {}

    /** Mass of the standard logistic distribution above x: 1 / (1 + e^x). */
    static double tail(double x) {
        return x >= 0 ? upper(x) : 1 - upper(-x);
    }

    private static double upper(double x) {
        double place = x * PER_UNIT;
        if (!(place < TAIL.length - 2)) {
            return TAIL[TAIL.length - 2];
        }
        int i = (int) place;
        return TAIL[i] + (place - i) * (TAIL[i + 1] - TAIL[i]);
    }

    /** The probability with the log odds x. */
    static double probability(double x) {
        return tail(-x);
    }

    /** Log odds ln(p / (1 − p)) of 0 &lt; p &lt; 1. */
    static double odds(double p) {
        return ln(p / (1 - p));
    }

    /** Natural logarithm of a positive normal number. */
    static double ln(double x) {
        long bits = Double.doubleToRawLongBits(x);
        int exponent = (int) (bits >>> 52) - 1023;
        double mantissa = Double.longBitsToDouble(bits & 0xfffffffffffffL | 0x3ff0000000000000L);
        double place = (mantissa - 1) * (1 << LN_BITS);
        int i = (int) place;
        return exponent * LN2 + LN[i] + (place - i) * (LN[i + 1] - LN[i]);
    }
}
