package org.banip.recordings.export;

import org.banip.core.ban.Channel;

/** Writes a channel's physical values with as many decimals as its resolution needs, so that no two digital values become the same text. */
final class Decimal {
    private static final int SPARE_DIGITS = 2;
    private static final int MOST_DIGITS = 15;
    private static final double EXACT = 1L << 53;

    private final int digits;
    private final double scale;
    private final long unit;

    Decimal(Channel channel) {
        double steps = Math.abs(channel.gain());
        digits = Math.max(0, Math.min(MOST_DIGITS, (int) Math.ceil(Math.log10(steps)) + SPARE_DIGITS));
        scale = Math.pow(10, digits);
        unit = (long) scale;
    }

    void append(StringBuilder out, double value) {
        double scaled = value * scale;
        if (!(Math.abs(scaled) < EXACT)) {
            out.append(value);
            return;
        }
        long rounded = Math.round(scaled);
        if (rounded < 0) {
            out.append('-');
            rounded = -rounded;
        }
        out.append(rounded / unit);
        fraction(out, rounded % unit, digits);
    }

    /** The digits after the point, without trailing zeros. */
    static void fraction(StringBuilder out, long fraction, int digits) {
        if (fraction == 0) {
            return;
        }
        out.append('.');
        long rest = fraction;
        for (int left = digits; rest != 0; left--) {
            long place = power(left - 1);
            out.append((char) ('0' + rest / place));
            rest %= place;
        }
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
