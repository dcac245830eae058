package org.banip.transcoders.predict;

/**
 * The step of a filter's weights: value · {@link #error} / 2^{@link #shift}. That is error · value · 2^−speed divided by the power of the window,
 * rounded up to a power of two. The power includes the error itself, so that a jump after a quiet time does not spoil the weights.
 */
final class Step {
    private static final int PRODUCT_BITS = 30;

    private int error;
    private int shift;

    int error() {
        return error;
    }

    int shift() {
        return shift;
    }

    void set(long newError, long power, int speed) {
        long clipped = Window.clip(newError);
        int totalBits = bits(power + 2 * clipped * clipped);
        int excess = Math.max(0, bits(Math.abs(clipped)) + (bits(power) + 1) / 2 - PRODUCT_BITS);
        int down = totalBits + speed - Filter.WEIGHT_BITS - excess;
        clipped >>= excess;
        if (down < 0) {
            clipped <<= -down;
            down = 0;
        }
        error = down > PRODUCT_BITS ? 0 : (int) clipped;
        shift = Math.min(down, PRODUCT_BITS);
    }

    /** The number of binary digits of a number; 0 has none. */
    private static int bits(long number) {
        return 64 - Long.numberOfLeadingZeros(number);
    }
}
