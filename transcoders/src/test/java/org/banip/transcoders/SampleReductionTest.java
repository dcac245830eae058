package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.Locale;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;

/**
 * How much the coders of samples save on real signals, including one key packet each minute. A loss of half a point in the mean makes the test
 * fail.
 */
class SampleReductionTest {
    private static final List<String> NUMERICS = List.of("e4_hr", "mimic_numerics");
    private static final String HIGH = "predict(effort=high)";
    private static final int BEGINNING = 40_000;
    private static final double TENTH = 0.1;
    private static final double HALF = 0.5;

    @Test
    void codersSaveTheDocumentedShareOfRecordings() {
        double rice = mean("rice", HALF, Integer.MAX_VALUE);
        double predict = mean("predict", HALF, Integer.MAX_VALUE);
        assertThat(rice).as("rice, 0.5 s").isGreaterThan(0.670);
        assertThat(predict).as("predict, 0.5 s").isGreaterThan(0.774);
        assertThat(mean("predict", TENTH, Integer.MAX_VALUE))
                .as("predict, 0.1 s")
                .isGreaterThan(predict - 0.006);
        assertThat(mean("auto", HALF, Integer.MAX_VALUE)).as("auto, 0.5 s").isGreaterThan(predict - 0.002);
    }

    /** Uses the beginnings of recordings, because high effort is slow. They include the time in which the coder learns, and the time after it. */
    @Test
    void highEffortSavesTheDocumentedShareOfRecordings() {
        double high = mean(HIGH, HALF, BEGINNING);
        assertThat(high).as("high, 0.5 s").isGreaterThan(0.784);
        assertThat(mean(HIGH, TENTH, BEGINNING)).as("high, 0.1 s").isGreaterThan(high - 0.007);
        assertThat(mean("predict", HALF, BEGINNING)).as("predict, 0.5 s").isBetween(0.773, high - 0.01);
    }

    /** The mean over all recordings except numerics, each with at most this number of samples and the same weight. */
    private static double mean(String chain, double seconds, int samples) {
        assumeThat(SharedRecordings.all()).as(SharedRecordings.absence()).isNotEmpty();
        StringBuilder table = new StringBuilder(chain + " in packets of " + seconds + " s:");
        double sum = 0;
        int waveforms = 0;
        for (Signal whole : SharedRecordings.all()) {
            Signal signal =
                    AwkwardSignals.cut(whole, samples / whole.group().channels().size());
            double reduction = reduction(chain, signal, seconds);
            table.append(String.format(Locale.ROOT, " %s %.1f %%,", signal, 100 * reduction));
            if (!NUMERICS.contains(signal.name())) {
                waveforms++;
                sum += reduction;
            }
        }
        System.out.println(table.append(
                String.format(Locale.ROOT, " mean of %d waveforms %.2f %%", waveforms, 100 * sum / waveforms)));
        return sum / waveforms;
    }

    @Test
    void stateSavesBytesOfPredictableSignals() {
        Signal signal = AwkwardSignals.wandering(Signal.group("250", 3, 16), 20_000, 5, 70);
        assertThat(reduction("rice", signal, HALF)).isGreaterThan(0.6);
        assertThat(reduction("predict", signal, HALF)).isGreaterThan(reduction("rice", signal, HALF) + 0.02);
    }

    @Test
    void highEffortSavesMoreThanNormalEffort() {
        Signal signal = Signal.waves(Signal.group("250", 2, 16), 15_000, 72);
        assertThat(reduction(HIGH, signal, HALF)).isGreaterThan(reduction("predict", signal, HALF) + 0.005);
    }

    @Test
    void rescaledCodesNeedNoMoreBytesThanPlainOnes() {
        Signal plain = AwkwardSignals.wandering(Signal.group("250", 1, 16), 30_000, 5, 71);
        Signal coarse = AwkwardSignals.of("rescaled", plain.group(), plain.units(), (unit, c) -> {
            int sample = plain.bytes()[2 * unit] & 0xff | plain.bytes()[2 * unit + 1] << 8;
            return (int) Math.floor(sample * 21.93 + 3.4);
        });
        assertThat(reduction("predict", coarse, HALF)).isGreaterThan(reduction("predict", plain, HALF) - 0.005);
    }

    private static double reduction(String text, Signal signal, double seconds) {
        int perBlock = Math.max(1, (int) signal.group().frequency().unitAtOrAfter((long) (1e9 * seconds)));
        long[] payloads = new long[1];
        Block block = new Block(1024);
        try (ChainEncoder encoder = Transcript.chain(text).newEncoder(signal.group())) {
            for (int unit = 0; unit < signal.units(); unit += perBlock) {
                signal.fill(block, unit, Math.min(perBlock, signal.units() - unit));
                encoder.encode(block, packet -> payloads[0] += packet.length());
            }
        }
        return 1 - (double) payloads[0] / signal.bytes().length;
    }
}
