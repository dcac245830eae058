package org.banip.recordings.export;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;

/** How often a frame comes in which every group has a whole number of sensor sets. */
final class FrameRate {
    private static final MathContext HEADER_DIGITS = new MathContext(12);

    private FrameRate() {}

    /** The highest such rate; empty if it is beyond what a {@link Frequency} can be. */
    static Optional<Frequency> common(List<Frequency> frequencies) {
        try {
            return frequencies.stream().reduce(FrameRate::common);
        } catch (BanipException e) {
            return Optional.empty();
        }
    }

    /** The greatest common divisor of two fractions; their parts are small enough for the products to fit. */
    private static Frequency common(Frequency one, Frequency two) {
        long divisor = greatestCommonDivisor(one.numerator() * two.denominator(), two.numerator() * one.denominator());
        long denominator = one.denominator() * two.denominator();
        long reduction = greatestCommonDivisor(divisor, denominator);
        return new Frequency(divisor / reduction, denominator / reduction);
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    /** Sensor sets of a group of this frequency in each frame; {@code frames} divides it. */
    static long setsPerFrame(Frequency group, Frequency frames) {
        return group.numerator() * frames.denominator() / (group.denominator() * frames.numerator());
    }

    /** As a header has it: {@code 360}, {@code 31.25}, {@code 0.0166666666667}. */
    static String text(Frequency frequency) {
        return BigDecimal.valueOf(frequency.numerator())
                .divide(BigDecimal.valueOf(frequency.denominator()), HEADER_DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }
}
