package org.banip.measure.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where values are on an axis. Immutable.
 *
 * @param low at the axis's beginning
 * @param high at its end
 * @param logarithmic whether equal quotients, not equal differences, are equally far apart
 * @param ticks values that are marked
 */
record Scale(double low, double high, boolean logarithmic, List<Double> ticks) {
    private static final double[] STEPS = {1, 2, 2.5, 5, 10};
    private static final double ALMOST = 1e-9;
    private static final double DECADES_FOR_TENS_ONLY = 3.2;

    Scale {
        ticks = List.copyOf(ticks);
    }

    /** From a round value to a round value, with about this number of marks. */
    static Scale linear(double least, double most, int marks) {
        double span = most > least ? most - least : Math.max(Math.abs(most), 1);
        double step = step(span / marks);
        double low = Math.floor(least / step + ALMOST) * step;
        double high = Math.max(Math.ceil(most / step - ALMOST) * step, low + step);
        List<Double> ticks = new ArrayList<>();
        for (long i = 0; low + i * step <= high + step * ALMOST; i++) {
            ticks.add(low + i * step);
        }
        return new Scale(low, high, false, ticks);
    }

    /** A logarithmic scale between two values above 0, with marks at powers of ten, and between them if there are few. */
    static Scale log(double least, double most) {
        double high = most > least ? most : least * 10;
        double[] between = Math.log10(high / least) > DECADES_FOR_TENS_ONLY ? new double[] {1} : new double[] {1, 2, 5};
        List<Double> ticks = new ArrayList<>();
        for (int power = (int) Math.floor(Math.log10(least)); Math.pow(10, power) <= high; power++) {
            for (double factor : between) {
                double tick = factor * Math.pow(10, power);
                if (tick >= least * (1 - ALMOST) && tick <= high * (1 + ALMOST)) {
                    ticks.add(tick);
                }
            }
        }
        return new Scale(least, high, true, ticks);
    }

    private static double step(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (double factor : STEPS) {
            if (factor * power >= atLeast * (1 - ALMOST)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** The same, ending where the values do rather than at a round one, if that is linear. */
    Scale cut(double most) {
        return logarithmic || most <= low
                ? this
                : new Scale(
                        low,
                        Math.min(high, most),
                        false,
                        ticks.stream().filter(tick -> tick <= most).toList());
    }

    /** From 0 at the beginning to 1 at the end. */
    double share(double value) {
        return logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    }

    /** A mark's text. */
    String label(double tick) {
        double size = Math.abs(tick);
        if (size < (high - low) * ALMOST && !logarithmic) {
            return "0";
        }
        if (size >= 1e6 && tick % 1e5 == 0) {
            return plain(tick / 1e6) + " M";
        }
        return plain(tick);
    }

    private static String plain(double value) {
        double size = Math.abs(value);
        String text = String.format(Locale.ROOT, size >= 1000 ? "%,.0f" : "%.6f", value);
        return text.indexOf('.') < 0 ? text : text.replaceFirst("\\.?0+$", "");
    }
}
