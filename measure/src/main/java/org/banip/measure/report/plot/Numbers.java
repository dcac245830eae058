package org.banip.measure.report.plot;

import java.util.Locale;

/** Numbers as people read them in a report. */
public final class Numbers {
    private static final double TOO_SMALL = 1e-4;

    private Numbers() {}

    /** At least three significant digits, groups of thousands: {@code 1,173}, {@code 52.1}, {@code 0.974}. */
    public static String text(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size < TOO_SMALL) {
            return String.format(Locale.ROOT, "%.1e", value);
        }
        int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : size >= 0.01 ? 3 : 5;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** A share of one as per cent: {@code 41.8 %}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
