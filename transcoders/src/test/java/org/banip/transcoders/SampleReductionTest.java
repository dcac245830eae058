package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.Locale;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;

/** How much the coders of samples save on real signals, key packets each minute included. */
class SampleReductionTest {
    private static final List<String> NUMERICS = List.of("e4_hr", "mimic_numerics");
    private static final double TENTH = 0.1;
    private static final double HALF = 0.5;

    @Test
    void recordingsShrinkAsPromised() {
        assumeThat(Recordings.all()).as(Recordings.absence()).isNotEmpty();
        double[] sums = new double[4];
        int waveforms = 0;
        StringBuilder table =
                new StringBuilder(row("recording", "rice, 0.1 s", "rice, 0.5 s", "predict, 0.1 s", "predict, 0.5 s"));
        for (Signal signal : Recordings.all()) {
            double[] reductions = {
                reduction("rice", signal, TENTH), reduction("rice", signal, HALF),
                reduction("predict", signal, TENTH), reduction("predict", signal, HALF)
            };
            table.append(row(signal.name(), percents(reductions, 1)));
            if (!NUMERICS.contains(signal.name())) {
                waveforms++;
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += reductions[i];
                }
            }
        }
        System.out.println(table.append(row("mean of " + waveforms + " waveforms", percents(sums, waveforms))));
        assertThat(sums[1] / waveforms).as("rice, 0.5 s").isGreaterThan(0.665);
        assertThat(sums[3] / waveforms).as("predict, 0.5 s").isGreaterThan(0.755);
        assertThat(sums[2] / waveforms).as("predict, 0.1 s").isGreaterThan(sums[3] / waveforms - 0.006);
    }

    @Test
    void stateSavesWhereSignalsArePredictable() {
        Signal signal = AwkwardSignals.wandering(Signal.group("250", 3, 16), 20_000, 5, 70);
        assertThat(reduction("rice", signal, HALF)).isGreaterThan(0.6);
        assertThat(reduction("predict", signal, HALF)).isGreaterThan(reduction("rice", signal, HALF) + 0.02);
    }

    @Test
    void rescaledCodesCostNoMoreThanPlainOnes() {
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

    private static String row(String name, String... cells) {
        StringBuilder row = new StringBuilder(String.format("%-24s", name));
        for (String cell : cells) {
            row.append(String.format("%16s", cell));
        }
        return row.append(System.lineSeparator()).toString();
    }

    private static String[] percents(double[] sums, int of) {
        String[] percents = new String[sums.length];
        for (int i = 0; i < sums.length; i++) {
            percents[i] = String.format(Locale.ROOT, "%.2f %%", 100 * sums[i] / of);
        }
        return percents;
    }
}
