package org.banip.surrogate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.alert.Findings.begins;
import static org.banip.surrogate.alert.Findings.ends;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.alerts.finding.Severity;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.WfdbAnnotation;
import org.banip.recordings.WfdbAnnotations;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.WfdbExport;
import org.banip.server.audit.Who;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.WholeRecording;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The steps of alerts in exports. */
class ExportedAlertsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final BanDescription BAN = new BanDescription(
            "ban-17",
            List.of(SensorGroup.live(
                    "ecg", Frequency.ofHz(1), List.of(Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024)))));

    @TempDir
    private Path directory;

    /** A step each 1.5 s. */
    private final AtomicLong now = new AtomicLong(Recorder.ORIGIN - SECOND);

    private JdbcStore store;
    private StoredRecording recording;
    private UUID alert;
    private AlertBook book;

    @BeforeEach
    void record() {
        store = JdbcStore.open(directory.resolve("store.db"));
        recording = new Recorder(store, BAN)
                .sets(0, Recorder.ORIGIN, 0, new int[] {1024}, new int[] {1025}, new int[] {1026}, new int[] {1027})
                .flush(0)
                .store();
        book = new AlertBook(
                store.sideTables().orElseThrow(), () -> now.addAndGet(SECOND * 3 / 2), () -> ContactRules.NONE, 10);
        UUID session = recording.interconnect().session();
        alert = book.take(List.of(new Found("ban-17", session, "host", false, 7, begins("heart", Severity.HIGH, 100))))
                .get(0)
                .alert()
                .id();
        assertThat(book.acknowledge(alert, Who.of("clara\t\u0007", "password"))).hasSize(1);
        assertThat(book.take(
                        List.of(new Found("ban-17", session, "host", false, 7, ends("heart", Severity.HIGH, 98, 110)))))
                .isNotEmpty();
        assertThat(book.take(List.of(
                        new Found("ban-18", new UUID(1, 2), "host", false, 7, begins("heart", Severity.LOW, 100)))))
                .isNotEmpty();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private ExportSource whole() {
        return AlertedRecording.of(
                new WholeRecording(recording), store, recording.interconnect().session());
    }

    private ExportTarget target() {
        return new ExportTarget(directory.resolve("out"), "r1", true, ExportProgress.NONE);
    }

    private List<String> rows(ExportSource source) throws Exception {
        new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.PHYSICAL).write(source, target());
        return Files.readAllLines(directory.resolve("out/r1_alert_steps.csv"));
    }

    private String text(String step, String who) {
        return step + "\t" + who + "\thost\theart\tasystole\tecg\t1970-01-01T00:01:38Z\t4.5\ts\t" + alert + "\tII";
    }

    /** The same in a cell: a spreadsheet may take a tabulator for its end. */
    private String cell(String step, String who) {
        return "\"" + text(step, who) + "\"";
    }

    @Test
    void csvHasARowForEachStep() throws Exception {
        assertThat(rows(whole())).hasSize(4).satisfies(rows -> {
            assertThat(rows.get(0)).endsWith("priority,step,text");
            assertThat(rows.get(1)).startsWith("0.5").endsWith(",3,1," + cell("raised", "host"));
            assertThat(rows.get(2)).startsWith("2").endsWith(",3,2," + cell("acknowledged", "clara??"));
            assertThat(rows.get(3)).startsWith("3.5").endsWith(",3,3," + cell("ended", "host"));
        });
    }

    @Test
    void stepsOfAlertsThatOverlapAreInOrderOfTime() throws Exception {
        UUID session = recording.interconnect().session();
        for (String detector : List.of("a", "b", "c", "d")) {
            assertThat(book.take(List.of(
                            new Found("ban-17", session, "host", false, 7, begins(detector, Severity.LOW, 100)))))
                    .isNotEmpty();
        }
        for (String detector : List.of("d", "b", "a", "c")) {
            assertThat(book.take(List.of(
                            new Found("ban-17", session, "host", false, 7, ends(detector, Severity.LOW, 98, 110)))))
                    .isNotEmpty();
        }
        List<String> rows = rows(whole());
        assertThat(rows.subList(1, rows.size()))
                .hasSize(11)
                .extracting(row -> Double.parseDouble(row.substring(0, row.indexOf(','))))
                .isSorted();
    }

    @Test
    void aRangeOfTimeHasTheStepsThatWereMadeInIt() throws Exception {
        ExportSource part = AlertedRecording.of(
                new WholeRecording(recording),
                store,
                recording.interconnect().session(),
                Recorder.ORIGIN + SECOND,
                Recorder.ORIGIN + 3 * SECOND);
        assertThat(rows(part)).hasSize(2).last().asString().endsWith(cell("acknowledged", "clara??"));
    }

    @Test
    void wfdbHasAnAnnotationForEachStep() throws Exception {
        new WfdbExport().write(whole(), target());
        List<WfdbAnnotation> all = WfdbAnnotations.read(directory.resolve("out/r1_alert_steps.atr"));
        assertThat(all)
                .hasSize(3)
                .first()
                .satisfies(first -> assertThat(first.text())
                        .startsWith(text("raised", "host"))
                        .contains("priority=3"));
        assertThat(WfdbAnnotations.read(directory.resolve("out/r1.alertsteps"))).hasSize(3);
    }

    @Test
    void aSessionWithoutAlertsAndAStoreWithoutTheirTablesAreExportedAsTheyAre() throws Exception {
        WholeRecording plain = new WholeRecording(recording);
        assertThat(AlertedRecording.of(plain, store, new UUID(7, 7))).isSameAs(plain);
        SQLiteDataSource database =
                new SQLiteDataSource(); // the end of a web application deregisters the driver in this JVM
        database.setUrl("jdbc:sqlite:" + directory.resolve("store.db"));
        try (Connection connection = database.getConnection();
                Statement drop = connection.createStatement()) {
            for (String table : List.of("alert_delivery", "alert_step", "alert")) {
                drop.execute("DROP TABLE " + table);
            }
        }
        assertThat(whole().groups()).hasSize(1);
    }
}
