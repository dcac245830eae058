package org.banip.core.ban;

import java.math.BigDecimal;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

/**
 * A sampling frequency as an exact fraction in Hz, so that the instant of unit k has no accumulated rounding.
 *
 * <p>Text forms: {@code 360}, {@code 31.25}, {@code 1/60}. Numerator 1 to 10,000,000; denominator 1 to 100,000; product at
 * most 9·10⁹, so that every computation fits 64 bits.
 *
 * @param numerator samples
 * @param denominator seconds
 */
public record Frequency(long numerator, long denominator) {
    private static final long MAX_NUMERATOR = 10_000_000;
    private static final long MAX_DENOMINATOR = 100_000;
    private static final long MAX_PRODUCT = 9_000_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Reduces the fraction and checks its range. */
    public Frequency {
        if (numerator <= 0 || denominator <= 0) {
            throw outOfRange(numerator + "/" + denominator);
        }
        long divisor = greatestCommonDivisor(numerator, denominator);
        numerator /= divisor;
        denominator /= divisor;
        if (numerator > MAX_NUMERATOR || denominator > MAX_DENOMINATOR || numerator * denominator > MAX_PRODUCT) {
            throw outOfRange(numerator + "/" + denominator);
        }
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** A whole number of Hz. */
    public static Frequency ofHz(long hertz) {
        return new Frequency(hertz, 1);
    }

    /** Parses {@code 360}, {@code 31.25} or {@code 1/60}; a decimal such as 0.0166666666667 becomes the simplest near fraction. */
    public static Frequency parse(String text) {
        try {
            int slash = text.indexOf('/');
            if (slash >= 0) {
                return new Frequency(
                        Long.parseLong(text.substring(0, slash).trim()),
                        Long.parseLong(text.substring(slash + 1).trim()));
            }
            return nearest(new BigDecimal(text.trim()));
        } catch (NumberFormatException | ArithmeticException e) {
            throw new BanipException(
                    ErrorCode.INVALID_DESCRIPTION,
                    "frequency '" + text + "' is not a number of Hz such as 360, 31.25 or 1/60",
                    e);
        }
    }

    /** Continued fraction expansion until the relative error is below 10⁻⁹. */
    private static Frequency nearest(BigDecimal value) {
        double wanted = value.doubleValue();
        if (!(wanted > 0) || wanted > MAX_NUMERATOR) {
            throw outOfRange(value.toPlainString());
        }
        double rest = wanted;
        long numerator = 1;
        long denominator = 0;
        long previousNumerator = 0;
        long previousDenominator = 1;
        for (int i = 0; i < 64; i++) {
            long whole = (long) Math.floor(rest);
            long nextNumerator = whole * numerator + previousNumerator;
            long nextDenominator = whole * denominator + previousDenominator;
            previousNumerator = numerator;
            previousDenominator = denominator;
            numerator = nextNumerator;
            denominator = nextDenominator;
            double error = Math.abs((double) numerator / denominator - wanted);
            if (error <= wanted * 1e-9) {
                return new Frequency(numerator, denominator);
            }
            rest = 1 / (rest - whole);
        }
        throw outOfRange(value.toPlainString());
    }

    private static BanipException outOfRange(String seen) {
        return new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                "frequency " + seen + " Hz is outside what is allowed: above 0, at most " + MAX_NUMERATOR
                        + " Hz, denominator at most " + MAX_DENOMINATOR);
    }

    /** Nanoseconds from unit 0 to this unit, rounded down; units up to 9·10⁹ seconds worth. */
    public long nanosOfUnit(long unit) {
        long wholes = Math.floorDiv(unit, numerator);
        long rest = unit - wholes * numerator;
        return wholes * denominator * NANOS_PER_SECOND + rest * denominator * NANOS_PER_SECOND / numerator;
    }

    /** The first unit whose instant is at or after so many nanoseconds from unit 0. */
    public long unitAtOrAfter(long nanos) {
        long perWhole = denominator * NANOS_PER_SECOND;
        long wholes = Math.floorDiv(nanos, perWhole);
        long rest = nanos - wholes * perWhole;
        long unit = wholes * numerator + rest * numerator / perWhole;
        while (nanosOfUnit(unit) < nanos) {
            unit++;
        }
        return unit;
    }

    /** The value in Hz. */
    public double hertz() {
        return (double) numerator / denominator;
    }

    /** The text form that {@link #parse} reads exactly. */
    @Override
    public String toString() {
        return denominator == 1 ? Long.toString(numerator) : numerator + "/" + denominator;
    }
}
