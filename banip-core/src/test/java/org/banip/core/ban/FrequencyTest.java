package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.core.testing.Refusals.assertRefused;

import java.math.BigInteger;
import java.util.Random;
import org.banip.core.error.ErrorCode;
import org.banip.core.testing.Seed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrequencyTest {
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);
    private static final long CENTURY = 3_155_760_000_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        "360, 360",
        "31.25, 125/4",
        "1/60, 1/60",
        "2/120, 1/60",
        "0.03125, 1/32",
        "000360.000, 360",
        "10000000, 10000000",
        "1/100000, 1/100000",
        "90000/99999, 10000/11111",
    })
    void documentsAreParsedExactly(String text, String canonical) {
        assertThat(Frequency.parseExact(text)).hasToString(canonical);
        assertThat(Frequency.parse(text)).hasToString(canonical);
        assertThat(Frequency.parseExact(canonical)).isEqualTo(Frequency.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0.0166666666667, 1/60",
        "0.016666666666666666, 1/60",
        "0.3333333333, 1/3",
        "128.00000000001, 128",
        "59.94005994005994, 60000/1001",
        "' 250 ', 250",
        "1 / 60, 1/60",
        "+250, 250",
        "2.5e2, 250",
        "1e-5, 1/100000",
        ".5, 1/2",
        "250., 250",
    })
    void textOfRecordingsMayBeRoundedAndInOtherForms(String text, String canonical) {
        assertThat(Frequency.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "abc",
                "-1",
                "0x10",
                "1/",
                "/1",
                "1/2/3",
                "1,5",
                "NaN",
                "Infinity",
                "1e999999999",
                "٣",
                "1e",
                ".",
                "1f",
                "0",
                "0/1",
                "1/0",
                "0.0",
                "10000001",
                "1/100001",
                "1e-6",
                "1e30",
                "9000000001/1000",
                "999999999999999999999",
                "0.000000000000000001"
            })
    void invalidFrequencyIsRefused(String text) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> Frequency.parse(text));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> Frequency.parseExact(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0166666666667", "100000.00001", "+250", " 250", "2.5e2", "250.", ".5", "1 /60"})
    void documentsMayNotBeRoundedNorInOtherForms(String text) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> Frequency.parseExact(text));
    }

    @Test
    void messageDoesNotRepeatLongText() {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> Frequency.parseExact("9".repeat(100_000)))
                .hasMessageMatching("frequency '9{80}…' is not .*");
    }

    @Test
    void rangeAppliesToTheReducedFraction() {
        assertThat(new Frequency(20_000_000, 2)).isEqualTo(Frequency.ofHz(10_000_000));
        assertThat(new Frequency(89_999, 100_000).numerator()).isEqualTo(89_999);
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Frequency(90_001, 100_000));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Frequency(Long.MAX_VALUE, Long.MAX_VALUE - 1));
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Frequency(-1, -1));
    }

    @Test
    void instantOfAUnitIsRoundedDownAndNeverDrifts() {
        Frequency threeHundredSixty = Frequency.ofHz(360);

        assertThat(threeHundredSixty.nanosOfUnit(0)).isZero();
        assertThat(threeHundredSixty.nanosOfUnit(1)).isEqualTo(2_777_777);
        assertThat(threeHundredSixty.nanosOfUnit(2)).isEqualTo(5_555_555);
        assertThat(threeHundredSixty.nanosOfUnit(360L * 86_400 * 365)).isEqualTo(86_400L * 365 * 1_000_000_000);
        assertThat(Frequency.parse("1/60").nanosOfUnit(3)).isEqualTo(180_000_000_000L);
        assertThat(threeHundredSixty.nanosOfUnit(-1)).isEqualTo(-2_777_778);
    }

    @Test
    void instantIsExactForAnyFrequency() {
        Random random = Seed.random("instants");
        for (int i = 0; i < 20_000; i++) {
            Frequency frequency = frequency(random);
            long unit = Seed.number(random, (long) Math.min(1L << 56, frequency.hertz() * 9_000_000_000L));
            BigInteger nanos = BigInteger.valueOf(unit)
                    .multiply(NANOS_PER_SECOND)
                    .multiply(BigInteger.valueOf(frequency.denominator()))
                    .divide(BigInteger.valueOf(frequency.numerator()));
            assertThat(frequency.nanosOfUnit(unit))
                    .as("unit %d at %s Hz", unit, frequency)
                    .isEqualTo(nanos.longValueExact());
        }
    }

    @Test
    void unitAtOrAfterAnInstantIsTheFirstOne() {
        Random random = Seed.random("units");
        for (int i = 0; i < 20_000; i++) {
            Frequency frequency = frequency(random);
            long nanos = Seed.number(random, CENTURY) * (random.nextBoolean() ? 1 : -1);
            long unit = frequency.unitAtOrAfter(nanos);
            assertThat(frequency.nanosOfUnit(unit)).isGreaterThanOrEqualTo(nanos);
            assertThat(frequency.nanosOfUnit(unit - 1)).isLessThan(nanos);
        }
    }

    @Test
    void unitIsFoundAgainAtItsInstant() {
        Random random = Seed.random("units and back");
        for (int i = 0; i < 20_000; i++) {
            Frequency frequency = frequency(random);
            long unit = Seed.number(random, (long) (frequency.hertz() * 3_000_000_000L));
            assertThat(frequency.unitAtOrAfter(frequency.nanosOfUnit(unit)))
                    .as("unit %d at %s Hz", unit, frequency)
                    .isEqualTo(unit);
        }
    }

    @Test
    void unitBeyondSixtyFourBitsOfNanosecondsIsRefused() {
        Frequency perMinute = Frequency.parse("1/60");
        long last = Long.MAX_VALUE / 60_000_000_000L;

        assertThat(perMinute.nanosOfUnit(last)).isPositive();
        assertRefused(ErrorCode.MALFORMED_FRAME, () -> perMinute.nanosOfUnit(last + 1))
                .hasMessage("unit 153722868 at 1/60 Hz is beyond 64-bit nanoseconds");
        assertRefused(ErrorCode.MALFORMED_FRAME, () -> perMinute.nanosOfUnit(1L << 56));
        assertRefused(ErrorCode.MALFORMED_FRAME, () -> Frequency.ofHz(1).nanosOfUnit(9_223_372_037L));
    }

    @Test
    void instantBeyondSixtyFourBitsIsRefused() {
        Frequency second = Frequency.ofHz(1);

        assertThat(second.instantNanos(Long.MAX_VALUE - 1_000_000_000, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(second.instantNanos(Long.MIN_VALUE, 0)).isEqualTo(Long.MIN_VALUE);
        assertRefused(ErrorCode.MALFORMED_FRAME, () -> second.instantNanos(Long.MAX_VALUE, 1))
                .hasMessageContaining("from origin 9223372036854775807");
    }

    @Test
    void instantFitsEvenIfTheTimeFromTheOriginDoesNot() {
        Random random = Seed.random("instants");
        for (int i = 0; i < 20_000; i++) {
            Frequency frequency = frequency(random);
            long unit = Seed.number(random, (1L << 56) - 1);
            long origin = random.nextBoolean() ? random.nextLong() : Long.MIN_VALUE + Seed.number(random, 1L << 40);
            BigInteger exact = BigInteger.valueOf(unit)
                    .multiply(BigInteger.valueOf(frequency.denominator()))
                    .multiply(BigInteger.valueOf(1_000_000_000))
                    .divide(BigInteger.valueOf(frequency.numerator()))
                    .add(BigInteger.valueOf(origin));
            if (exact.bitLength() < 64) {
                assertThat(frequency.instantNanos(origin, unit)).isEqualTo(exact.longValueExact());
            } else {
                assertRefused(ErrorCode.MALFORMED_FRAME, () -> frequency.instantNanos(origin, unit));
            }
        }
        assertThat(Frequency.ofHz(1).instantNanos(Long.MIN_VALUE, 18_446_744_073L))
                .isEqualTo(9_223_372_036_145_224_192L);
    }

    private static Frequency frequency(Random random) {
        long denominator = 1 + Seed.number(random, 99_999);
        long highest = Math.min(10_000_000, 9_000_000_000L / denominator);
        return new Frequency(1 + Seed.number(random, highest - 1), denominator);
    }
}
