package org.banip.measure.export;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;

/**
 * How often a frame of a WFDB record comes, in Hz: the highest rate of which every signal's is a multiple.
 *
 * @param numerator frames
 * @param denominator seconds
 */
record FrameRate(BigInteger numerator, BigInteger denominator) {
    /** Beyond this, a frame is of no use to anybody's tools. */
    private static final int MOST_SAMPLES_PER_FRAME = 32_768;

    private static final MathContext DIGITS = new MathContext(12);

    /** The rate common to these; empty if a signal would have too many samples in a frame. */
    static Optional<FrameRate> of(List<Frequency> frequencies) {
        BigInteger numerator = BigInteger.ZERO;
        BigInteger denominator = BigInteger.ONE;
        for (Frequency frequency : frequencies) {
            BigInteger otherDenominator = BigInteger.valueOf(frequency.denominator());
            numerator = numerator
                    .multiply(otherDenominator)
                    .gcd(denominator.multiply(BigInteger.valueOf(frequency.numerator())));
            denominator = denominator.multiply(otherDenominator);
            BigInteger common = numerator.gcd(denominator);
            numerator = numerator.divide(common);
            denominator = denominator.divide(common);
        }
        FrameRate rate = new FrameRate(numerator, denominator);
        return frequencies.stream().allMatch(f -> rate.samplesPerFrame(f) <= MOST_SAMPLES_PER_FRAME)
                ? Optional.of(rate)
                : Optional.empty();
    }

    /** How many samples a signal has in each frame. */
    long samplesPerFrame(Frequency frequency) {
        return BigInteger.valueOf(frequency.numerator())
                .multiply(denominator)
                .divide(BigInteger.valueOf(frequency.denominator()).multiply(numerator))
                .longValueExact();
    }

    /** The rate as a header has it. */
    @Override
    public String toString() {
        return new BigDecimal(numerator)
                .divide(new BigDecimal(denominator), DIGITS)
                .stripTrailingZeros()
                .toPlainString();
    }
}
