package org.banip.core.ban;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.banip.core.testing.Refusals.assertRefused;

import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelTest {
    @ParameterizedTest
    @CsvSource({
        "-128, 127, 1",
        "0, 127, 1",
        "0, 128, 2",
        "-129, 0, 2",
        "-32768, 32767, 2",
        "0, 32768, 3",
        "-32769, 0, 3",
        "-8388608, 8388607, 3",
        "0, 8388608, 4",
        "-8388609, 0, 4",
        "-2147483648, 2147483647, 4",
    })
    void sampleTakesTheFewestBytesThatHoldTheDigitalRange(int digitalMin, int digitalMax, int bytes) {
        assertThat(new Channel("c", "", 1, digitalMin, digitalMax, 0, 1).sampleBytes())
                .isEqualTo(bytes);
    }

    @Test
    void physicalRangeGivesTheMeaningOfDigitalValues() {
        Channel temperature = new Channel("skin", "Cel", 12, 0, 4000, 10, 50);

        assertThat(temperature.gain()).isEqualTo(100);
        assertThat(temperature.baseline()).isEqualTo(-1000);
        assertThat(temperature.toPhysical(2000)).isEqualTo(30);
        assertThat(temperature.toPhysical(-1000)).isZero();
    }

    @Test
    void physicalValuesOfAnInvertedSensorFallAsDigitalValuesRise() {
        Channel inverted = new Channel("x", "g", 16, -32768, 32767, 2, -2);

        assertThat(inverted.toPhysical(-32768)).isEqualTo(2);
        assertThat(inverted.toPhysical(32767)).isCloseTo(-2, within(1e-12));
    }

    @Test
    void widestRangesDoNotOverflow() {
        Channel widest = new Channel("x", "", 32, Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 1);

        assertThat(widest.toPhysical(Integer.MIN_VALUE)).isEqualTo(-1);
        assertThat(widest.toPhysical(Integer.MAX_VALUE)).isCloseTo(1, within(1e-12));
    }

    @Test
    void channelCanBeDescribedByGainAndBaseline() {
        Channel lead = Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024);

        assertThat(lead.gain()).isCloseTo(200, within(1e-9));
        assertThat(lead.baseline()).isCloseTo(1024, within(1e-9));
        assertThat(lead.toPhysical(1224)).isCloseTo(1, within(1e-12));
    }

    @Test
    void negativeZeroIsZero() {
        Channel negative = Channel.ofGain("x", "", 8, 0, 100, -1, 0);

        assertThat(Double.doubleToRawLongBits(negative.physicalMin())).isZero();
        assertThat(negative).isEqualTo(new Channel("x", "", 8, 0, 100, 0, -100));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "5, 5",
        "NaN, 1",
        "0, NaN",
        "-Infinity, 0",
        "0, Infinity",
        "-1.7e308, 1.7e308", // the difference is infinite
        "0, 4.9e-324", // the gain is infinite
    })
    void physicalRangeWithoutFiniteGainIsRefused(double physicalMin, double physicalMax) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Channel("c", "", 8, 0, 100, physicalMin, physicalMax));
    }

    @Test
    void zeroGainIsRefused() {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> Channel.ofGain("c", "", 8, 0, 100, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, 33})
    void bitsAreOneToThirtyTwo(int bits) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Channel("c", "", bits, 0, 1, 0, 1))
                .hasMessage("channel 'c': bits " + bits + " is outside 1 to 32");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "2147483647, -2147483648"})
    void digitalRangeIsNotEmpty(int digitalMin, int digitalMax) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Channel("c", "", 8, digitalMin, digitalMax, 0, 1));
    }

    @Test
    void charactersOfALabelAreCodePoints() {
        assertThat(labelled("💓".repeat(64)).label()).hasSize(128);
        refusedLabel("");
        refusedLabel("x".repeat(65));
        refusedLabel("a\nb");
        refusedLabel("a\u0085b");
        refusedLabel("half a pair \uD83D");
    }

    @Test
    void unitMayBeEmptyAndHasThirtyTwoCharacters() {
        assertThat(new Channel("c", "", 8, 0, 1, 0, 1).unit()).isEmpty();
        assertThat(new Channel("c", "x".repeat(32), 8, 0, 1, 0, 1).unit()).hasSize(32);
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> new Channel("c", "x".repeat(33), 8, 0, 1, 0, 1));
    }

    private static void refusedLabel(String label) {
        assertRefused(ErrorCode.INVALID_DESCRIPTION, () -> labelled(label)).hasMessageContaining("1 to 64 characters");
    }

    private static Channel labelled(String label) {
        return new Channel(label, "", 8, 0, 1, 0, 1);
    }
}
