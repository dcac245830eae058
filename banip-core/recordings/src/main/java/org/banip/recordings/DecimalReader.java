package org.banip.recordings;

/**
 * Reads a decimal number exactly: a whole {@code mantissa} divided by ten to the power of the smallest possible {@code scale}.
 * Allocates nothing.
 */
final class DecimalReader {
    /** Mantissas stay below ten to the power of this; a longer one becomes {@link Long#MAX_VALUE}. */
    private static final int MOST_DIGITS = 17;

    private static final int LARGEST_EXPONENT = 999;
    private static final long[] POWERS = powers();

    private final TextInput input;

    private int next;
    private long mantissa;
    private int scale;

    DecimalReader(TextInput input) {
        this.input = input;
    }

    private static long[] powers() {
        long[] powers = new long[MOST_DIGITS + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }

    /** {@code mantissa · 10^exponent}, or a number beyond every sample if it has more than 17 digits. */
    static long shifted(long mantissa, int exponent) {
        if (mantissa == 0 || exponent == 0) {
            return mantissa;
        }
        if (exponent > MOST_DIGITS || Math.abs(mantissa) >= POWERS[MOST_DIGITS - exponent]) {
            return mantissa < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE;
        }
        return mantissa * POWERS[exponent];
    }

    /** The whole number. */
    long mantissa() {
        return mantissa;
    }

    /** How many of its digits stand after the decimal point, 0 or more. */
    int scale() {
        return scale;
    }

    /** The character after the number. */
    int next() {
        return next;
    }

    /** Reads the number that begins with this character; false if there is none, and {@link #next} is in its way. */
    boolean read(int first) {
        next = first;
        mantissa = 0;
        scale = 0;
        boolean negative = sign();
        int digits = whole();
        if (next == '.') {
            digits += fraction();
        }
        boolean complete = digits > 0 && ((next != 'e' && next != 'E') || exponent());
        if (negative) {
            mantissa = -mantissa;
        }
        return complete;
    }

    private boolean sign() {
        boolean negative = next == '-';
        if (negative || next == '+') {
            next = input.next();
        }
        return negative;
    }

    private int whole() {
        int digits = 0;
        while (next >= '0' && next <= '9') {
            append(next - '0', 1);
            digits++;
            next = input.next();
        }
        return digits;
    }

    /** Zeros count only once another digit follows, so that 2669.0 has no decimals. */
    private int fraction() {
        int digits = 0;
        int waiting = 0;
        next = input.next();
        while (next >= '0' && next <= '9') {
            waiting++;
            if (next != '0') {
                append(next - '0', waiting);
                scale += waiting;
                waiting = 0;
            }
            digits++;
            next = input.next();
        }
        return digits;
    }

    private boolean exponent() {
        next = input.next();
        boolean negative = sign();
        int digits = 0;
        int exponent = 0;
        while (next >= '0' && next <= '9') {
            exponent = Math.min(exponent * 10 + next - '0', LARGEST_EXPONENT);
            digits++;
            next = input.next();
        }
        scale += negative ? exponent : -exponent;
        while (scale > 0 && mantissa % 10 == 0 && mantissa != 0) {
            mantissa /= 10;
            scale--;
        }
        if (mantissa == 0) {
            scale = 0;
        }
        if (scale < 0) {
            mantissa = shifted(mantissa, -scale);
            scale = 0;
        }
        return digits > 0;
    }

    private void append(int digit, int places) {
        long moved = shifted(mantissa, places);
        mantissa = moved == Long.MAX_VALUE ? moved : moved + digit;
    }
}
