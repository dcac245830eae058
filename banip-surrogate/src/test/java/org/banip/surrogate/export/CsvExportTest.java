package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.packet.Gap;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvExportTest {
    private static final long ORIGIN = Recorder.ORIGIN;
    private static final BanDescription BAN = new BanDescription(
            "ban-1",
            List.of(
                    SensorGroup.live(
                            "ecg",
                            Frequency.ofHz(360),
                            List.of(
                                    Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024),
                                    new Channel("say \"x\", y", "", 8, -100, 100, -1, 1))),
                    SensorGroup.live(
                            "temp",
                            Frequency.parse("1/60"),
                            List.of(new Channel("skin", "Cel", 16, 0, 10_000, 0, 100)))));

    @TempDir
    Path directory;

    private JdbcStore store;

    @BeforeEach
    void openStore() {
        store = JdbcStore.open(directory.resolve("store.db"));
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    private StoredRecording recording() {
        return new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, new int[] {1024, 0}, new int[] {995, -100})
                .gap(0, ORIGIN, 2, 2, Gap.Reason.THINNED)
                .sets(0, ORIGIN, 4, new int[] {1025, 33})
                .flush(0)
                .sets(0, ORIGIN, 6, new int[] {0, 7})
                .flush(0)
                .sets(0, ORIGIN + 3_000_000_000L, 0, new int[] {2047, 100})
                .gap(0, ORIGIN + 3_000_000_000L, 1, 1, Gap.Reason.SENSOR_SILENT)
                .sets(1, ORIGIN - 1_500_000_000L, 0, new int[] {3_650}, new int[] {3_651})
                .store();
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(directory.resolve("out").resolve(file));
    }

    @Test
    void writesInstantsAndPhysicalValues() throws IOException {
        ExportReport report = new CsvExport(CsvExport.Time.ISO, CsvExport.Value.PHYSICAL)
                .write(recording(), new ExportTarget(directory.resolve("out"), "r1", false, ExportProgress.NONE));

        assertThat(report.sensorSets()).isEqualTo(7);
        assertThat(report.gaps()).isEqualTo(2);
        assertThat(report.files())
                .containsExactly(directory.resolve("out/r1_ecg.csv"), directory.resolve("out/r1_temp.csv"));
        assertThat(lines("r1_ecg.csv"))
                .containsExactly(
                        "time,MLII[mV],\"say \"\"x\"\", y\"",
                        "2026-01-01T00:00:00.250Z,0,0",
                        "2026-01-01T00:00:00.252777777Z,-0.145,-1",
                        "2026-01-01T00:00:00.255555555Z,,",
                        "2026-01-01T00:00:00.261111111Z,0.005,0.33",
                        "2026-01-01T00:00:00.263888888Z,,",
                        "2026-01-01T00:00:00.266666666Z,-5.12,0.07",
                        "2026-01-01T00:00:00.269444444Z,,",
                        "2026-01-01T00:00:03.250Z,5.115,1",
                        "2026-01-01T00:00:03.252777777Z,,");
        assertThat(lines("r1_temp.csv"))
                .containsExactly("time,skin[Cel]", "2025-12-31T23:59:58.750Z,36.5", "2026-01-01T00:00:58.750Z,36.51");
    }

    @Test
    void aRetiredGroupHasOneEmptyRowAndNoGap() throws IOException {
        StoredRecording recording = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, new int[] {1024, 0})
                .gap(0, ORIGIN, 1, 1, Gap.Reason.RETIRED)
                .gap(0, ORIGIN, 2, 1, Gap.Reason.RETIRED)
                .sets(0, ORIGIN, 360, new int[] {1025, 33})
                .gap(0, ORIGIN, 361, 1, Gap.Reason.RETIRED)
                .sets(0, ORIGIN + 3_000_000_000L, 0, new int[] {1025, 33})
                .gap(1, ORIGIN, 0, 1, Gap.Reason.RETIRED)
                .sets(1, ORIGIN + 60_000_000_000L, 0, new int[] {3_650})
                .store();
        ExportReport report = new CsvExport(CsvExport.Time.ISO, CsvExport.Value.DIGITAL)
                .write(recording, new ExportTarget(directory.resolve("out"), "r1", false, ExportProgress.NONE));

        assertThat(report.gaps()).isZero();
        assertThat(lines("r1_ecg.csv").stream().skip(1))
                .containsExactly(
                        "2026-01-01T00:00:00.250Z,1024,0",
                        "2026-01-01T00:00:00.252777777Z,,",
                        "2026-01-01T00:00:01.250Z,1025,33",
                        "2026-01-01T00:00:01.252777777Z,,",
                        "2026-01-01T00:00:03.250Z,1025,33");
        assertThat(lines("r1_temp.csv").stream().skip(1))
                .as("it had begun before it had anything")
                .containsExactly("2026-01-01T00:01:00.250Z,3650");
    }

    @Test
    void aGapHasOneRowAlsoWhereANewGridBeginsAndTimesNeverGoBack() throws IOException {
        long again = ORIGIN + 1_000_000_000L; // an MBU that was started again: 0.9 ms before the old grid would go on
        StoredRecording recording = new Recorder(store, BAN)
                .sets(0, ORIGIN, 0, new int[] {1024, 0})
                .gap(0, ORIGIN, 1, 359, Gap.Reason.THINNED)
                .sets(0, again - 900_000, 0, new int[] {1025, 1})
                .sets(0, again, 0, new int[] {1026, 2})
                .gap(0, again, 1, 1, Gap.Reason.SENSOR_SILENT)
                .gap(0, again, 2, 1, Gap.Reason.THINNED)
                .flush(0)
                .sets(0, again, 360, new int[] {1027, 3})
                .store();
        new CsvExport(CsvExport.Time.ISO, CsvExport.Value.DIGITAL)
                .write(recording, new ExportTarget(directory.resolve("out"), "r1", false, ExportProgress.NONE));

        assertThat(lines("r1_ecg.csv").stream().skip(1))
                .containsExactly(
                        "2026-01-01T00:00:00.250Z,1024,0",
                        "2026-01-01T00:00:00.252777777Z,,",
                        "2026-01-01T00:00:01.249100Z,1025,1",
                        "2026-01-01T00:00:01.250Z,1026,2",
                        "2026-01-01T00:00:01.252777777Z,,",
                        "2026-01-01T00:00:02.250Z,1027,3");
    }

    /** A scale whose measurements begin a new grid each. */
    @Test
    void aNewGridHasAnEmptyRowOnlyWhereSomethingIsMissingOrTimeGoesBack() throws IOException {
        long minute = 60_000_000_000L;
        long second = 1_000_000_000L;
        StoredRecording recording = new Recorder(store, BAN)
                .sets(1, ORIGIN, 0, new int[] {3650})
                .sets(1, ORIGIN + 3 * second, 0, new int[] {3651})
                .sets(1, ORIGIN + 3 * second + minute, 0, new int[] {3652})
                .sets(1, ORIGIN + 3 * second + 3 * minute, 0, new int[] {3653})
                .sets(1, ORIGIN + 10 * second, 0, new int[] {3654})
                .store();
        new CsvExport(CsvExport.Time.ISO, CsvExport.Value.DIGITAL)
                .write(recording, new ExportTarget(directory.resolve("out"), "r1", false, ExportProgress.NONE));

        assertThat(lines("r1_temp.csv").stream().skip(1))
                .containsExactly(
                        "2026-01-01T00:00:00.250Z,3650",
                        "2026-01-01T00:00:03.250Z,3651",
                        "2026-01-01T00:01:03.250Z,3652",
                        "2026-01-01T00:02:03.250Z,",
                        "2026-01-01T00:03:03.250Z,3653",
                        "2026-01-01T00:00:10.250Z,",
                        "2026-01-01T00:00:10.250Z,3654");
    }

    @Test
    void writesSecondsAndDigitalValues() throws IOException {
        new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.DIGITAL)
                .write(recording(), new ExportTarget(directory.resolve("out"), "r1", false, ExportProgress.NONE));

        assertThat(lines("r1_ecg.csv"))
                .startsWith("seconds,MLII,\"say \"\"x\"\", y\"", "1.5,1024,0", "1.502777777,995,-100", "1.505555555,,")
                .endsWith("4.5,2047,100", "4.502777777,,");
        assertThat(lines("r1_temp.csv")).containsExactly("seconds,skin", "0,3650", "60,3651");
    }

    @Test
    void filesAreTheirOwnersOnly() throws IOException {
        ExportReport report = new CsvExport(CsvExport.Time.ISO, CsvExport.Value.PHYSICAL)
                .write(recording(), new ExportTarget(directory.resolve("out"), "r1", false, ExportProgress.NONE));
        for (Path file : report.files()) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void textOfAnMbuIsNoFormulaAndNumbersStayNumbers() throws IOException {
        BanDescription hostile = new BanDescription(
                "ban-2",
                List.of(SensorGroup.live(
                        "x",
                        Frequency.ofHz(1),
                        List.of(
                                new Channel("=HYPERLINK(\"http://evil\",1)", "mV", 8, -100, 100, -1, 1),
                                new Channel("+1", "", 8, -100, 100, -1, 1),
                                new Channel("-1", "", 8, -100, 100, -1, 1),
                                new Channel("@SUM(A1)", "", 8, -100, 100, -1, 1)))));
        StoredRecording stored = new Recorder(store, hostile)
                .sets(0, ORIGIN, 0, new int[] {-100, -50, 0, 100})
                .store();
        new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.PHYSICAL)
                .write(stored, new ExportTarget(directory.resolve("out"), "h", false, ExportProgress.NONE));

        assertThat(lines("h_x.csv"))
                .containsExactly(
                        "seconds,\"'=HYPERLINK(\"\"http://evil\"\",1)[mV]\",'+1,'-1,'@SUM(A1)", "0,-1,-0.5,0,1");
    }
}
