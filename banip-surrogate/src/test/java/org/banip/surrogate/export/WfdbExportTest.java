package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.packet.Gap;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WfdbExportTest {
    private static final long ORIGIN = Recorder.ORIGIN;

    @TempDir
    Path directory;

    private JdbcStore store;
    private Path exports;

    @BeforeEach
    void openStore() {
        store = JdbcStore.open(directory.resolve("store.db"));
        exports = directory.resolve("exports");
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private ExportReport export(StoredRecording recording) {
        return new WfdbExport().write(recording, new ExportTarget(exports, "r1", false, ExportProgress.NONE));
    }

    private WfdbFiles record(String name) throws IOException {
        return WfdbFiles.read(exports.resolve(name + ".hea"));
    }

    private static BanDescription ban(SensorGroup... groups) {
        return new BanDescription("ban-1", List.of(groups));
    }

    private static SensorGroup group(String name, Frequency frequency, Channel... channels) {
        return SensorGroup.live(name, frequency, List.of(channels));
    }

    private static Channel channel(String label, int bits) {
        int half = 1 << (bits - 1);
        return Channel.ofGain(label, "mV", bits, -half, half - 1, 200, 0);
    }

    private static int[][] ramp(int from, int count, int channels) {
        return IntStream.range(from, from + count)
                .mapToObj(
                        i -> IntStream.range(0, channels).map(c -> i + 1000 * c).toArray())
                .toArray(int[][]::new);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(exports)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

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
    void fillsFramesThatAGroupBeginsOrEndsLater() throws IOException {
        BanDescription ban = ban(
                group("fast", Frequency.ofHz(250), channel("f", 16)),
                group("none", Frequency.ofHz(7), channel("n", 16)),
                group("slow", Frequency.ofHz(100), channel("s", 16)));
        StoredRecording recording = new Recorder(store, ban)
                .sets(0, ORIGIN, 6, ramp(30_000, 8, 1))
                .sets(2, ORIGIN, 1, ramp(100, 3, 1))
                .store();

        export(recording);

        WfdbFiles record = record("r1");
        int none = -32768;
        assertThat(record.recordLine).isEqualTo("r1 2 50 3 00:00:00.250 01/01/2026");
        assertThat(record.signals.get(0).samplesPerFrame()).isEqualTo(5);
        assertThat(record.signals.get(0).samples())
                .containsExactly(
                        none, none, none, none, none, none, 30_000, 30_001, 30_002, 30_003, 30_004, 30_005, 30_006,
                        30_007, none);
        assertThat(record.signals.get(1).samplesPerFrame()).isEqualTo(2);
        assertThat(record.signals.get(1).samples()).containsExactly(-2048, 100, 101, 102, -2048, -2048);
        assertThat(files()).containsExactly("r1.hea", "r1_fast.dat", "r1_slow.dat");
    }

    @Test
    void beginsAnotherRecordWithAnotherGridAndAfterALongHole() throws IOException {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12)));
        long hour = 360_000;
        StoredRecording recording = new Recorder(store, ban)
                .sets(0, ORIGIN, 0, ramp(0, 2, 1))
                .gap(0, ORIGIN, 2, hour, Gap.Reason.SENSOR_SILENT)
                .sets(0, ORIGIN, 2 + hour, ramp(2, 1, 1))
                .gap(0, ORIGIN, 3 + hour, hour + 1, Gap.Reason.SENSOR_SILENT)
                .sets(0, ORIGIN, 4 + 2 * hour, ramp(3, 1, 1))
                .flush(0)
                .sets(0, ORIGIN + 5, 4 + 2 * hour, ramp(4, 1, 1))
                .flush(0)
                .sets(0, ORIGIN + 5, 1, ramp(5, 1, 1))
                .store();

        ExportReport report = export(recording);

        assertThat(files())
                .containsExactly(
                        "r1.dat",
                        "r1.hea",
                        "r1_part2.dat",
                        "r1_part2.hea",
                        "r1_part3.dat",
                        "r1_part3.hea",
                        "r1_part4.dat",
                        "r1_part4.hea");
        assertThat(report.files()).hasSize(8);
        assertThat(record("r1").frames).isEqualTo(3 + hour);
        assertThat(record("r1_part2").recordLine).isEqualTo("r1_part2 1 100 1 02:00:00.290 01/01/2026");
        assertThat(record("r1_part3").signals.get(0).samples()).containsExactly(4);
        assertThat(record("r1_part4").comments.get(0)).isEqualTo("# first sample at 2026-01-01T00:00:00.260000005Z");
    }

    @Test
    void writesARecordPerGroupWhereGroupsShareNoGrid() throws IOException {
        BanDescription ban = ban(
                group("a.x", Frequency.ofHz(100), channel("a", 12)),
                group("a-x", Frequency.parse("1/60"), channel("b", 12)));
        StoredRecording recording = new Recorder(store, ban)
                .sets(0, ORIGIN, 0, ramp(0, 2, 1))
                .sets(1, ORIGIN + 1, 0, ramp(5, 3, 1))
                .store();

        export(recording);

        assertThat(files()).containsExactly("r1_a_x_0.dat", "r1_a_x_0.hea", "r1_a_x_1.dat", "r1_a_x_1.hea");
        assertThat(record("r1_a_x_1").recordLine).startsWith("r1_a_x_1 1 0.0166666666667 3 ");
    }

    @Test
    void writesARecordPerGroupWhereAFrameWouldBeHuge() throws IOException {
        BanDescription ban = ban(
                group("fast", Frequency.ofHz(500), channel("a", 12)),
                group("slow", Frequency.parse("1/60"), channel("b", 12)));
        export(new Recorder(store, ban)
                .sets(0, ORIGIN, 0, ramp(0, 2, 1))
                .sets(1, ORIGIN, 0, ramp(5, 3, 1))
                .store());
        assertThat(files()).containsExactly("r1_fast.dat", "r1_fast.hea", "r1_slow.dat", "r1_slow.hea");
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
    void leavesOutWhatIsDamagedAndSaysSo() throws Exception {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12)));
        StoredRecording recording =
                new Recorder(store, ban).sets(0, ORIGIN, 0, ramp(0, 450, 1)).store();
        try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("store.db"));
                var statement = connection.createStatement()) {
            statement.execute("UPDATE item SET crc = crc + 1 WHERE sequence = 1");
        }

        ExportReport report = export(recording);

        assertThat(report.damaged()).isEqualTo(1);
        List<Integer> samples = record("r1").signals.get(0).samples();
        assertThat(samples).hasSize(450);
        assertThat(samples.subList(100, 200)).containsOnly(-2048);
        assertThat(samples.get(99)).isEqualTo(99);
        assertThat(samples.get(200)).isEqualTo(200);
    }

    @Test
    void replacesFilesOnlyIfAskedTo() throws IOException {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12)));
        StoredRecording recording =
                new Recorder(store, ban).sets(0, ORIGIN, 0, ramp(0, 10, 1)).store();
        export(recording);
        byte[] before = Files.readAllBytes(exports.resolve("r1.dat"));
        Files.delete(exports.resolve("r1.hea"));

        assertThatThrownBy(() -> export(recording))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_REQUEST))
                .hasMessageContaining("r1.dat exists");
        assertThat(files()).containsExactly("r1.dat");
        assertThat(Files.readAllBytes(exports.resolve("r1.dat"))).isEqualTo(before);

        List<Long> progress = new ArrayList<>();
        new WfdbExport().write(recording, new ExportTarget(exports, "r1", true, (group, sets) -> progress.add(sets)));
        assertThat(files()).containsExactly("r1.dat", "r1.hea");
        assertThat(progress).containsExactly(10L);
    }

    @Test
    void leavesNoHalfFileWhereItCannotWrite() throws IOException {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12)));
        StoredRecording recording =
                new Recorder(store, ban).sets(0, ORIGIN, 0, ramp(0, 10, 1)).store();
        Files.createDirectories(exports.resolve("r1.hea").resolve("in the way"));

        assertThatThrownBy(() ->
                        new WfdbExport().write(recording, new ExportTarget(exports, "r1", true, ExportProgress.NONE)))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE_UNAVAILABLE))
                .hasMessageContaining("cannot export to " + exports);
        assertThat(files()).containsExactly("r1.dat", "r1.hea");
        Path inTheWay = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() ->
                        new WfdbExport().write(recording, new ExportTarget(inTheWay, "r1", true, ExportProgress.NONE)))
                .hasMessageContaining("cannot export to " + inTheWay);
        assertThatThrownBy(() -> new ExportTarget(exports, "../x", true, ExportProgress.NONE))
                .hasMessageContaining("must be 1 to 64 letters, digits and _");
    }

    @Test
    void exportsNothingOfAnEmptyRecording() {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12)));
        assertThat(export(new Recorder(store, ban).store()).files()).isEmpty();
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
