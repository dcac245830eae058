package org.banip.alerts.ecg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.banip.alerts.signals.EcgSignal;
import org.banip.alerts.signals.Score;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Beats in generated signals, which are the same on every platform. */
class BeatDetectorTest {
    private static final double MINUTES = 5;
    private static final double SECONDS = 60 * MINUTES;

    /** Rates, converters and heart rates of all kinds. */
    @ParameterizedTest(name = "{0} Hz, {1} steps to a {2}, {3} beats a minute")
    @CsvSource({
        "100, 200, mV, 72",
        "125, 0.25, uV, 60",
        "128, 1000, mV, 110",
        "200, 200, mV, 35",
        "250, 7247, mV, 127",
        "256, 10, uV, 72",
        "360, 200, mV, 72",
        "500, 1, uV, 180",
        "977, 400000, V, 90",
        "1000, 2000, mV, 45",
        "1000, 16, uV, 220",
    })
    void noisyBeatsAreFoundAtEveryRateAndResolution(String rate, double gain, String unit, double perMinute) {
        Frequency frequency = Frequency.parse(rate);
        EcgSignal signal = new EcgSignal(frequency.hertz(), SECONDS)
                .beats(0.4, SECONDS - 0.6, perMinute, 1, 11)
                .noise(0.04, 12)
                .sine(50, 0.05)
                .sine(0.3, 0.5)
                .sine(0.07, 1);
        Score score = score(signal, frequency, channel(unit, gain));
        assertThat(score.sensitivity()).as("%s", score).isGreaterThanOrEqualTo(99.8);
        assertThat(score.precision()).as("%s", score).isGreaterThanOrEqualTo(99.8);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.1, 0.15, 0.2})
    void noiseIsToleratedUpToAFifthOfTheBeats(double noise) {
        Frequency frequency = Frequency.ofHz(250);
        EcgSignal signal =
                new EcgSignal(250, SECONDS).beats(0.4, SECONDS - 0.6, 72, 1, 21).noise(noise, 22);
        Score score = score(signal, frequency, channel("uV", 1));
        assertThat(score.sensitivity()).as("%s", score).isGreaterThanOrEqualTo(99);
        assertThat(score.precision()).as("%s", score).isGreaterThanOrEqualTo(99);
    }

    @ParameterizedTest
    @ValueSource(ints = {125, 250, 360, 500, 1000})
    void aPacedBeatCountsOnce(int rate) {
        EcgSignal signal = new EcgSignal(rate, SECONDS)
                .paced(0.5, SECONDS - 0.8, 70, 1)
                .noise(0.03, 31)
                .sine(0.2, 0.4);
        Score score = score(signal, Frequency.ofHz(rate), channel("uV", 1));
        assertThat(score.sensitivity()).as("%s", score).isGreaterThanOrEqualTo(99.8);
        assertThat(score.precision()).as("%s", score).isGreaterThanOrEqualTo(99.8);
    }

    /** From 250 Hz on, where a pulse of 2 ms is at most half of the median's samples. */
    @ParameterizedTest
    @ValueSource(ints = {250, 360, 500, 1000})
    void pulsesWithoutBeatsAreNoBeats(int rate) {
        EcgSignal signal = new EcgSignal(rate, 60).pulses(0.5, 60, 70).noise(0.005, 32);
        assertThat(Beats.in(signal.digital(1000, 0), channel("uV", 1), Frequency.ofHz(rate)))
                .isEmpty();
    }

    @Test
    void smallAtriaAloneAreNoBeats() {
        EcgSignal signal = new EcgSignal(250, 60).atriaOnly(0.5, 60, 80, 0.06).noise(0.005, 41);
        assertThat(Beats.in(signal.digital(1000, 0), channel("uV", 1), Frequency.ofHz(250)))
                .isEmpty();
    }

    @Test
    void smallBeatsAreFound() {
        EcgSignal signal = new EcgSignal(250, 60).beats(0.4, 59, 70, 0.3, 42).noise(0.01, 43);
        Score score = score(signal, Frequency.ofHz(250), channel("uV", 1));
        assertThat(score.missed()).isEmpty();
        assertThat(score.wrong()).isEmpty();
    }

    @Test
    void jumpsOfTheBaselineAreNoBeats() {
        EcgSignal signal = new EcgSignal(250, 60).beats(0.4, 59, 70, 1, 44).noise(0.01, 45);
        for (int second = 10; second < 60; second += 7) {
            signal.jump(second, second % 2 == 0 ? 1.5 : -1.5);
        }
        Score score = score(signal, Frequency.ofHz(250), channel("uV", 1));
        assertThat(score.wrong()).as("%s", score).isEmpty();
    }

    /** After a change of posture or electrode the beats are a third as high. */
    @Test
    void beatsThatBecomeSmallAreLearnedWithinTenSeconds() {
        EcgSignal signal = new EcgSignal(250, 120)
                .beats(0.4, 60, 70, 2, 46)
                .beats(60.5, 119, 70, 0.5, 47)
                .noise(0.01, 48);
        List<Integer> found = Beats.in(signal.digital(1000, 0), channel("uV", 1), Frequency.ofHz(250));
        Score score = Score.of(found, signal.beats(), 250);
        assertThat(score.wrong()).isEmpty();
        assertThat(score.missed()).allSatisfy(beat -> assertThat(beat).isBetween(60 * 250, 71 * 250));
    }

    @Test
    void beatsAroundAGapAreFound() {
        EcgSignal signal = new EcgSignal(250, 60).beats(0.4, 59, 70, 1, 51).noise(0.02, 52);
        int[] samples = signal.digital(1000, 0);
        Beats beats = new Beats(channel("uV", 1), Frequency.ofHz(250));
        beats.feed(samples, 0, 7500);
        beats.skip(2500);
        beats.feed(samples, 10_000, samples.length);
        Score score = Score.of(beats.found(), signal.beats(), 250);
        assertThat(score.wrong()).isEmpty();
        assertThat(score.missed()).allSatisfy(beat -> assertThat(beat).isBetween(7500 - 125, 10_000 + 50));
    }

    /** The constant is the same on all JVMs; it changes only with the algorithm. */
    @Test
    void everyPlatformFindsTheSameBeats() {
        EcgSignal signal = new EcgSignal(360, 120)
                .beats(0.4, 119, 75, 1, 61)
                .noise(0.2, 62)
                .sine(0.3, 1);
        long digest = 17;
        for (int beat : Beats.in(signal.digital(200, 1024), channel("mV", 200), Frequency.ofHz(360))) {
            digest = digest * 1_000_003 + beat;
        }
        assertThat(digest).isEqualTo(-463163471685144214L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"99", "1001", "1/60"})
    void otherRatesAreRefused(String rate) {
        assertThatThrownBy(() -> new BeatDetector(channel("mV", 200), Frequency.parse(rate), ago -> {}))
                .isInstanceOf(BanipException.class)
                .hasMessage("beats cannot be found at " + rate + " Hz, allowed are 100 to 1000 Hz");
    }

    @Test
    void otherUnitsAndCoarseStepsAreRefused() {
        assertThatThrownBy(() -> new BeatDetector(channel("1", 1), Frequency.ofHz(250), ago -> {}))
                .hasMessage("channel 'II' has unit '1', beats can be found in V, mV and uV");
        assertThatThrownBy(() -> new BeatDetector(channel("mV", 5), Frequency.ofHz(250), ago -> {}))
                .hasMessage("channel 'II' has a step of 200.0 uV, beats can be found if it is at most 100 uV");
    }

    private static Score score(EcgSignal signal, Frequency frequency, Channel channel) {
        double perMillivolt = channel.gain()
                / (channel.unit().equals("uV") ? 1e-3 : channel.unit().equals("V") ? 1e3 : 1);
        List<Integer> found = Beats.in(signal.digital(perMillivolt, 100), channel, frequency);
        return Score.of(found, signal.beats(), frequency.hertz());
    }

    private static Channel channel(String unit, double gain) {
        return Channel.ofGain("II", unit, 24, -8_388_608, 8_388_607, gain, 0);
    }
}
