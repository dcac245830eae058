package org.banip.transcoders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.Locale;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.TranscodingChain;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;

/** How much deflate saves with packets of half a second, key packets included. */
class ReductionTest {
    private static final List<String> NUMERICS = List.of("e4_hr", "mimic_numerics");
    private static final String AS_PACKETIZED = "packetizer(units=255,hold=500ms)|deflate(level=6)";
    private static final String ALONE = "deflate(level=6)";
    private static final String IN_CONTEXT = "deflate(level=6,context=stream)";

    @Test
    void deflateSavesTheDocumentedShareOfRecordings() {
        assumeThat(SharedRecordings.all()).as(SharedRecordings.absence()).isNotEmpty();
        StringBuilder table =
                new StringBuilder(row("recording", AS_PACKETIZED, "0.5 s, " + ALONE, "0.5 s, " + IN_CONTEXT));
        double[] sums = new double[3];
        int waveforms = 0;
        for (Signal signal : SharedRecordings.all()) {
            double[] reductions = {
                reduction(AS_PACKETIZED, signal, 10), halfSeconds(ALONE, signal), halfSeconds(IN_CONTEXT, signal)
            };
            table.append(row(signal.name(), percent(reductions[0]), percent(reductions[1]), percent(reductions[2])));
            if (!NUMERICS.contains(signal.name())) {
                waveforms++;
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += reductions[i];
                }
            }
        }
        table.append(row(
                "mean of " + waveforms + " waveforms",
                percent(sums[0] / waveforms),
                percent(sums[1] / waveforms),
                percent(sums[2] / waveforms)));
        System.out.println(table);
        assertThat(sums[1] / waveforms).as("alone").isBetween(0.36, 0.42);
        assertThat(sums[2] / waveforms).as("in context").isBetween(0.41, 0.47);
    }

    @Test
    void contextSavesMoreThanSeparatePackets() {
        Signal waves = Signal.waves(Signal.group("360", 2, 12), 7200, 50);
        assertThat(halfSeconds(ALONE, waves)).isPositive();
        assertThat(halfSeconds(IN_CONTEXT, waves)).isGreaterThan(halfSeconds(ALONE, waves));
    }

    private static double halfSeconds(String chain, Signal signal) {
        return reduction(
                chain, signal, Math.max(1, (int) signal.group().frequency().unitAtOrAfter(500_000_000L)));
    }

    private static double reduction(String text, Signal signal, int perBlock) {
        TranscodingChain chain = Transcript.chain(text);
        long[] payloads = new long[1];
        Block block = new Block(1024);
        try (ChainEncoder encoder = chain.newEncoder(signal.group())) {
            for (int unit = 0; unit < signal.units(); unit += perBlock) {
                signal.fill(block, unit, Math.min(perBlock, signal.units() - unit));
                encoder.encode(block, packet -> payloads[0] += packet.length());
            }
            encoder.flush(packet -> payloads[0] += packet.length());
        }
        return 1 - (double) payloads[0] / signal.bytes().length;
    }

    private static String row(String... cells) {
        return String.format("%-24s%50s%30s%45s%n", (Object[]) cells);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
