package org.banip.core.ban;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;

/**
 * A sampling frequency as an exact fraction in Hz, so that rounding errors do not accumulate in the instants of units.
 *
 * <p>Text forms: {@code 360}, {@code 31.25}, {@code 1/60}. The numerator is 1 to 10,000,000, the denominator 1 to 100,000. Their product is at
 * most 9·10⁹, so that the position of a unit within its whole period fits in 64 bits.
 *
 * @param numerator samples
 * @param denominator seconds
 */
public record Frequency(long numerator, long denominator) {
    private static final long MAX_NUMERATOR = 10_000_000;
    private static final long MAX_DENOMINATOR = 100_000;
    private static final long MAX_PRODUCT = 9_000_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int MAX_TERMS = 64;

    private static final Pattern FRACTION = Pattern.compile("([0-9]{1,18})/([0-9]{1,18})");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,18})?");
    private static final Pattern SCIENTIFIC =
            Pattern.compile("\\+?([0-9]{1,18}\\.?[0-9]{0,30}|\\.[0-9]{1,30})([eE][+-]?[0-9]{1,2})?");

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

    /**
     * Parses {@code 360}, {@code 31.25} or {@code 1/60} exactly, as in the protocol's documents.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION}, also for a decimal that is no fraction within the limits
     */
    public static Frequency parseExact(String text) {
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            return new Frequency(Long.parseLong(fraction.group(1)), Long.parseLong(fraction.group(2)));
        }
        if (!DECIMAL.matcher(text).matches()) {
            throw notANumber(text);
        }
        BigDecimal value = new BigDecimal(text);
        BigInteger divisor = BigInteger.TEN.pow(value.scale());
        BigInteger common = value.unscaledValue().gcd(divisor);
        BigInteger numerator = value.unscaledValue().divide(common);
        BigInteger denominator = divisor.divide(common);
        if (numerator.bitLength() > 62 || denominator.bitLength() > 62) {
            throw outOfRange(text);
        }
        return new Frequency(numerator.longValue(), denominator.longValue());
    }

    /**
     * Parses text of a person or of a recording: the forms of {@link #parseExact} and others. A decimal becomes the simplest fraction within 10⁻⁹
     * of it. For example 0.0166666666667 becomes 1/60.
     *
     * @throws BanipException {@code INVALID_DESCRIPTION}
     */
    public static Frequency parse(String text) {
        String trimmed = text.trim();
        if (trimmed.indexOf('/') >= 0) {
            return parseExact(trimmed.replace(" ", ""));
        }
        if (!SCIENTIFIC.matcher(trimmed).matches()) {
            throw notANumber(text);
        }
        return nearest(Double.parseDouble(trimmed), text);
    }

    /** Continued fraction expansion until the relative error is below 10⁻⁹. */
    private static Frequency nearest(double wanted, String text) {
        if (!(wanted >= 1.0 / MAX_DENOMINATOR) || wanted > MAX_NUMERATOR) {
            throw outOfRange(text);
        }
        double rest = wanted;
        long numerator = 1;
        long denominator = 0;
        long previousNumerator = 0;
        long previousDenominator = 1;
        for (int i = 0; i < MAX_TERMS && denominator <= MAX_DENOMINATOR; i++) {
            long whole = (long) Math.floor(rest);
            long nextNumerator = whole * numerator + previousNumerator;
            long nextDenominator = whole * denominator + previousDenominator;
            previousNumerator = numerator;
            previousDenominator = denominator;
            numerator = nextNumerator;
            denominator = nextDenominator;
            if (Math.abs((double) numerator / denominator - wanted) <= wanted * 1e-9) {
                return new Frequency(numerator, denominator);
            }
            rest = 1 / (rest - whole);
        }
        throw outOfRange(text);
    }

    private static BanipException notANumber(String seen) {
        return new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                "frequency " + Quoted.of(seen) + " is not a number of Hz such as 360, 31.25 or 1/60");
    }

    private static BanipException outOfRange(String seen) {
        return new BanipException(
                ErrorCode.INVALID_DESCRIPTION,
                "frequency " + Quoted.line(seen, 80)
                        + " Hz is outside what is allowed: as a reduced fraction above 0, numerator at most "
                        + MAX_NUMERATOR + ", denominator at most " + MAX_DENOMINATOR + ", product at most "
                        + MAX_PRODUCT);
    }

    /**
     * Nanoseconds from unit 0 to this unit, rounded down.
     *
     * @throws BanipException {@code MALFORMED_FRAME} if they do not fit in 64 bits (292 years), because such a unit came from outside
     */
    public long nanosOfUnit(long unit) {
        long wholes = Math.floorDiv(unit, numerator);
        long rest = unit - wholes * numerator;
        try {
            return Math.addExact(
                    Math.multiplyExact(wholes, denominator * NANOS_PER_SECOND),
                    rest * denominator * NANOS_PER_SECOND / numerator);
        } catch (ArithmeticException e) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME, "unit " + unit + " at " + this + " Hz is beyond 64-bit nanoseconds", e);
        }
    }

    /**
     * The instant of a unit of the sampling grid whose unit 0 was sampled at {@code originNanos}. Both are nanoseconds since the epoch
     * (docs/protocol.md, "Sampling instants").
     *
     * @throws BanipException {@code MALFORMED_FRAME} if the instant does not fit in 64 bits; the time from the origin may be longer
     */
    public long instantNanos(long originNanos, long unit) {
        long wholes = Math.floorDiv(unit, numerator);
        long rest = unit - wholes * numerator;
        long period = denominator * NANOS_PER_SECOND;
        long nanosOfRest = rest * period / numerator;
        try {
            // With an origin before 1970, units can be more than 64 bits away from it. The time is split into two
            // halves.
            long half = Math.multiplyExact(wholes / 2, period);
            long middle = Math.addExact(originNanos, half);
            return Math.addExact(Math.addExact(middle, half), wholes % 2 * period + nanosOfRest);
        } catch (ArithmeticException e) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME,
                    "unit " + unit + " at " + this + " Hz from origin " + originNanos + " is beyond 64-bit nanoseconds",
                    e);
        }
    }

    /** The first unit whose instant is at least this long after unit 0; a negative time gives a negative unit. */
    public long unitAtOrAfter(long nanos) {
        long perWhole = denominator * NANOS_PER_SECOND;
        long wholes = Math.floorDiv(nanos, perWhole);
        long rest = nanos - wholes * perWhole;
        // floor(u·perWhole/numerator) >= rest holds for u from ceil(rest·numerator/perWhole) on; at most 9·10¹⁸ above
        // the line.
        return wholes * numerator + (rest * numerator + perWhole - 1) / perWhole;
    }

    /** How many times the other frequency this one is, if that is a whole number within 32 bits. */
    public OptionalInt timesOf(Frequency other) {
        // Within 64 bits, because a numerator is at most 10⁷ and a denominator at most 10⁵.
        long above = numerator * other.denominator;
        long below = denominator * other.numerator;
        boolean whole = above % below == 0 && above / below <= Integer.MAX_VALUE;
        return whole ? OptionalInt.of((int) (above / below)) : OptionalInt.empty();
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
