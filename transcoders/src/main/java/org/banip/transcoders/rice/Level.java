package org.banip.transcoders.rice;

/**
 * The running level of a channel's residuals, and the best Golomb-Rice parameter for it. The level is eight times the mean of about the last
 * eight residuals. It is a bare {@code long} so that it stays in a register.
 */
final class Level {
    /** This number of ones is followed by a residual in plain bits. */
    static final int ESCAPE = 20;

    private static final int SPEED = 3;

    private Level() {}

    /** The level at which the parameter has this value. */
    static long start(int parameter) {
        return 10L << parameter;
    }

    /** ⌊log2(7/8 mean + 1)⌋. */
    static int parameter(long level) {
        return 63 - Long.numberOfLeadingZeros((level - (level >> SPEED) >> SPEED) + 1);
    }

    static long after(long level, long residual) {
        return level + residual - (level >> SPEED);
    }
}
