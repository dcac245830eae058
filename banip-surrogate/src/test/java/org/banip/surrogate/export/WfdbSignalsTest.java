package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.packet.Gap;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.WfdbExport;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.Test;

/** How samples, gains and units are written. */
class WfdbSignalsTest extends WfdbExporting {
    @Test
    void choosesTheNarrowestFormatThatHoldsTheSamples() throws IOException {
        assertThat(formatOf(-2047, 2047)).isEqualTo(212);
        assertThat(formatOf(-2048, 2047)).isEqualTo(16);
        assertThat(formatOf(0, 2048)).isEqualTo(16);
        assertThat(formatOf(-32768, 32767)).isEqualTo(16);
        assertThat(formatOf(-32769, 0)).isEqualTo(24);
        assertThat(formatOf(-8388608, 8388607)).isEqualTo(24);
        assertThat(formatOf(0, 8388608)).isEqualTo(32);
        assertThat(formatOf(Integer.MIN_VALUE, Integer.MAX_VALUE)).isEqualTo(32);
    }

    private int formatOf(int lowest, int highest) throws IOException {
        BanDescription ban = ban(
                group("g", Frequency.ofHz(10), new Channel("x", "", 32, Integer.MIN_VALUE, Integer.MAX_VALUE, -1, 1)));
        StoredRecording recording = new Recorder(store, ban)
                .sets(0, ORIGIN, 0, new int[] {lowest}, new int[] {7}, new int[] {highest})
                .store();
        new WfdbExport().write(recording, new ExportTarget(exports, "f", true, ExportProgress.NONE));
        WfdbFiles.Signal signal = record("f").signals.get(0);
        assertThat(signal.samples()).containsExactly(lowest, 7, highest);
        return signal.format();
    }

    @Test
    void marksMissingSamples() throws IOException {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12), channel("b", 12)));
        StoredRecording recording = new Recorder(store, ban)
                .sets(0, ORIGIN, 3, ramp(0, 2, 2))
                .gap(0, ORIGIN, 5, 3, Gap.Reason.SPOOL_FULL)
                .sets(0, ORIGIN, 8, ramp(5, 2, 2))
                .flush(0)
                .sets(0, ORIGIN, 11, ramp(8, 1, 2))
                .store();

        ExportReport report = export(recording);

        assertThat(report.gaps()).isEqualTo(1);
        assertThat(report.sensorSets()).isEqualTo(5);
        WfdbFiles record = record("r1");
        assertThat(record.signals.get(0).samples()).containsExactly(0, 1, -2048, -2048, -2048, 5, 6, -2048, 8);
        assertThat(record.signals.get(1).samples())
                .containsExactly(1000, 1001, -2048, -2048, -2048, 1005, 1006, -2048, 1008);
        assertThat(record.recordLine).isEqualTo("r1 2 100 9 00:00:00.280 01/01/2026");
    }

    @Test
    void writesGainsAndUnitsAsHeadersHaveThem() throws IOException {
        BanDescription ban = ban(group(
                "g",
                Frequency.ofHz(1),
                new Channel("inverted", "uV", 16, -32768, 32767, 100, -100),
                new Channel("far away", "Cel", 16, 0, 1, 1e9, 1e9 + 1e-6),
                new Channel("rate", "/min", 16, 0, 1000, 0, 100),
                new Channel("odd", "m[H2O].{x y}*2", 16, 0, 10, 0, 10)));
        export(new Recorder(store, ban)
                .sets(0, ORIGIN, 0, new int[] {1, 0, 3, 4})
                .store());
        assertThat(record("r1").signals)
                .extracting(WfdbFiles.Signal::gain)
                .containsExactly("-327.675(0)/uV", "0/degC", "10(0)/bpm", "1(0)/mH2O_x_y_2");
        assertThat(record("r1").signals)
                .extracting(WfdbFiles.Signal::description)
                .containsExactly("inverted", "far away", "rate", "odd");
        assertThat(record("r1").signals).extracting(WfdbFiles.Signal::zero).containsExactly(0, 1, 500, 5);
    }

    @Test
    void isReadBackAsItWasSampled() throws IOException {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            int bits = 1 + random.nextInt(32);
            int channels = 1 + random.nextInt(4);
            int[][] sets = new int[1 + random.nextInt(300)][channels];
            for (int[] set : sets) {
                Arrays.setAll(set, i -> random.nextInt() >> 32 - bits);
            }
            Channel[] described = IntStream.range(0, channels)
                    .mapToObj(i -> new Channel(
                            "c" + i,
                            "mV",
                            bits,
                            bits == 32 ? Integer.MIN_VALUE : -1 << bits - 1,
                            (1 << bits - 1) - 1,
                            0,
                            1))
                    .toArray(Channel[]::new);
            StoredRecording recording = new Recorder(store, ban(group("g", Frequency.ofHz(100), described)))
                    .sets(0, ORIGIN, 0, sets)
                    .store();
            new WfdbExport().write(recording, new ExportTarget(exports, "x", true, ExportProgress.NONE));
            WfdbFiles record = record("x");
            for (int c = 0; c < channels; c++) {
                int channel = c;
                assertThat(record.signals.get(c).samples())
                        .isEqualTo(Arrays.stream(sets).map(set -> set[channel]).toList());
            }
        }
    }
}
