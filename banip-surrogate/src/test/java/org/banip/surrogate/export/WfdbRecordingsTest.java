package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.export.ExportReport;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.Test;

/** Real recordings come out with the checksums they came with. */
class WfdbRecordingsTest extends WfdbExporting {
    @Test
    void record100HasItsChecksums() throws IOException {
        int[][] rows = CanonicalSamples.read("mitdb100.dat", 2);
        SensorGroup ecg = group(
                "ecg",
                Frequency.ofHz(360),
                Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024),
                Channel.ofGain("V5", "mV", 11, 0, 2047, 200, 1024));
        StoredRecording recording =
                new Recorder(store, ban(ecg)).sets(0, ORIGIN, 0, rows).store();

        ExportReport report = export(recording);

        assertThat(report.sensorSets()).isEqualTo(650_000);
        assertThat(Files.readAllLines(exports.resolve("r1.hea")))
                .containsExactly(
                        "r1 2 360 650000 00:00:00.250 01/01/2026",
                        "r1.dat 212 200(1024)/mV 11 1024 995 -22131 0 MLII",
                        "r1.dat 212 200(1024)/mV 11 1024 1011 20052 0 V5",
                        "# first sample at 2026-01-01T00:00:00.250Z",
                        "# BANip session 00000000-0000-0007-0000-000000000000");
        assertThat(Files.size(exports.resolve("r1.dat"))).isEqualTo(1_950_000);
        assertThat(record("r1").signals.get(1).samples())
                .isEqualTo(Arrays.stream(rows).map(row -> row[1]).toList());
    }

    @Test
    void multiRateRecord03700181HasItsChecksums() throws IOException {
        int[][] frames = CanonicalSamples.read("mimic_037.dat", 6);
        int[][] ecg = Arrays.stream(frames)
                .flatMap(frame -> Stream.of(
                        new int[] {frame[0]}, new int[] {frame[1]}, new int[] {frame[2]}, new int[] {frame[3]}))
                .toArray(int[][]::new);
        int[][] slow = Arrays.stream(frames)
                .map(frame -> new int[] {frame[4], frame[5]})
                .toArray(int[][]::new);
        BanDescription ban = ban(
                group("mcl1", Frequency.ofHz(500), Channel.ofGain("MCL1", "mV", 12, -2048, 2047, 2963.77, 0)),
                group(
                        "slow",
                        Frequency.ofHz(125),
                        Channel.ofGain("ABP", "mm[Hg]", 12, -2048, 2047, 12.84, -1605),
                        Channel.ofGain("RESP", "1", 12, -2048, 2047, 2000, 0)));
        StoredRecording recording = new Recorder(store, ban)
                .sets(0, ORIGIN, 0, ecg)
                .sets(1, ORIGIN, 0, slow)
                .store();

        export(recording);

        assertThat(Files.readAllLines(exports.resolve("r1.hea")).subList(0, 4))
                .containsExactly(
                        "r1 3 125 75000 00:00:00.250 01/01/2026",
                        "r1_mcl1.dat 212x4 2963.77(0)/mV 12 0 67 -11266 0 MCL1",
                        "r1_slow.dat 212 12.84(-1605)/mmHg 12 0 -943 -23651 0 ABP",
                        "r1_slow.dat 212 2000(0)/NU 12 0 -304 6310 0 RESP");
        assertThat(record("r1").signals.get(0).samples())
                .isEqualTo(Arrays.stream(ecg).map(row -> row[0]).toList());
    }

    @Test
    void twelveLeadsOfQ0017HaveTheirChecksums() throws IOException {
        int[][] rows = CanonicalSamples.read("cpsc_Q0017.dat", 12);
        Channel[] leads =
                IntStream.range(0, 12).mapToObj(i -> channel("lead" + i, 16)).toArray(Channel[]::new);
        StoredRecording recording = new Recorder(store, ban(group("ecg", Frequency.ofHz(500), leads)))
                .sets(0, ORIGIN, 0, rows)
                .store();

        export(recording);

        assertThat(record("r1").signals)
                .extracting(WfdbFiles.Signal::checksum)
                .containsExactly(56, -44, -50, 25, -31, -60, -63, -62, -8, -3, -69, -19);
    }
}
