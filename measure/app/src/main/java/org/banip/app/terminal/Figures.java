package org.banip.app.terminal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** Formats figures with their units for people. */
public final class Figures {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T"};
    private static final int STEP = 1000;
    private static final Pattern ANNOTATION = Pattern.compile("(\\w)\\{");

    private Figures() {}

    /** A count: {@code 650,000}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A count and its noun, which takes an s unless the count is 1: {@code 2,900 packets}. */
    public static String counted(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** How many of all are shown: {@code 4 of 140 channels}; {@code 2 channels} if all are. */
    public static String shown(int shown, long all, String noun) {
        return (shown < all ? count(shown) + " of " : "") + counted(all, noun);
    }

    /** Bytes: {@code 812 B}, {@code 1.95 MB}. */
    public static String bytes(long bytes) {
        double rest = (double) bytes;
        int prefix = 0;
        while (Math.abs(rest) >= STEP && prefix < PREFIXES.length - 1) {
            rest /= STEP;
            prefix++;
        }
        return threeDigits(rest, prefix == 0) + " " + PREFIXES[prefix] + "B";
    }

    private static String threeDigits(double number, boolean whole) {
        if (whole || Math.abs(number) >= 100) {
            return String.format(Locale.ROOT, "%.0f", number);
        }
        return String.format(Locale.ROOT, Math.abs(number) >= 10 ? "%.1f" : "%.2f", number);
    }

    /**
     * A unit of UCUM as people read it, behind a value with a blank before it: {@code [g]} is {@code g}, {@code {alert}} is {@code alerts}. Empty if
     * there is none.
     */
    public static String unit(String ucum) {
        return switch (ucum) {
            case "", "1", "nu" -> "";
            case "{alert}" -> " alerts";
            case "g0" -> " g";
            default -> " " + ANNOTATION.matcher(ucum).replaceAll("$1 {").replaceAll("[{}\\[\\]]", "");
        };
    }

    /** A share of one: {@code 41.8 %}. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }

    /** A short time: {@code 3.21 ms}, {@code 1.20 s}. */
    public static String millis(double millis) {
        return Math.abs(millis) < STEP ? threeDigits(millis, false) + " ms" : threeDigits(millis / STEP, false) + " s";
    }

    /** A longer time: {@code 0:09}, {@code 30:06}, {@code 1:02:03}. */
    public static String clock(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /** A number without zeros at its end, of six significant digits at most: {@code 250}, {@code 31.25}, {@code 0.0166667}. */
    public static String plain(double number) {
        BigDecimal rounded = BigDecimal.valueOf(number).round(new MathContext(6));
        return rounded.stripTrailingZeros().toPlainString();
    }

    /** A measured value: four significant digits, {@code 0.1230}, {@code 98.40}, {@code -1605}. */
    public static String value(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        double size = Math.abs(value);
        int decimals = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
