package org.banip.surrogate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.IntStream;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.CsvExport;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.recordings.export.RecordingWriter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What moved to another group after an outage is read where it was sampled. */
class WholeRecordingTest {
    private static final long ORIGIN = Recorder.ORIGIN;
    private static final long AFTER_RESTART = ORIGIN + 3_000_000_000L;
    private static final int ECG = 0;
    private static final int LATE = 1;
    private static final List<Channel> CHANNELS = List.of(new Channel("a", "mV", 16, 0, 10_000, 0, 100));
    private static final Frequency HERTZ = Frequency.ofHz(10);
    private static final SensorGroup PLAIN = SensorGroup.live("ecg", HERTZ, CHANNELS);
    private static final BanDescription BAN = new BanDescription(
            "ban-1",
            List.of(
                    PLAIN.lateAs("ecg-late"),
                    new SensorGroup("ecg-late", HERTZ, ServiceClass.BULK, Duration.ofDays(1), CHANNELS),
                    SensorGroup.live("temp", HERTZ, CHANNELS)));

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

    /** A packet of a group: the samples say which units they are. */
    private static void packet(Recorder recorder, int group, long origin, int from, int end) {
        recorder.sets(
                        group,
                        origin,
                        from,
                        IntStream.range(from, end)
                                .mapToObj(unit -> new int[] {unit})
                                .toArray(int[][]::new))
                .flush(group);
    }

    private static Recorder gap(Recorder recorder, long origin, long from, long end) {
        return recorder.gap(ECG, origin, from, end - from, Gap.Reason.THINNED);
    }

    /** The sensor sets and gaps of the first group, as runs of units. */
    private static List<String> read(WholeRecording recording) {
        List<String> all = new ArrayList<>();
        recording.read(0, recording.ends()[0], new RecordingVisitor() {
            @Override
            public void sets(Block block) {
                all.add(run(block.originNanos(), block.firstUnit(), block.firstUnit() + block.unitCount()));
            }

            @Override
            public void gap(Gap gap) {
                all.add("gap " + run(gap.originNanos(), gap.firstUnit(), gap.endUnit()));
            }
        });
        return all;
    }

    private static String run(long origin, long from, long end) {
        return from + "-" + end + (origin == ORIGIN ? "" : origin == AFTER_RESTART ? " again" : " third");
    }

    private Recorder twoOutages() {
        Recorder recorder = new Recorder(store, BAN);
        packet(recorder, ECG, ORIGIN, 0, 10);
        gap(recorder, ORIGIN, 10, 30);
        packet(recorder, ECG, ORIGIN, 30, 40);
        packet(recorder, LATE, ORIGIN, 10, 20);
        packet(recorder, LATE, ORIGIN, 20, 30);
        gap(recorder, ORIGIN, 40, 50);
        gap(recorder, AFTER_RESTART, 0, 10);
        packet(recorder, ECG, AFTER_RESTART, 10, 20);
        packet(recorder, LATE, ORIGIN, 40, 50);
        packet(recorder, LATE, AFTER_RESTART, 0, 10);
        return recorder;
    }

    @Test
    void gapsAreFilledAndTheOtherGroupIsLeftOut() {
        WholeRecording whole = new WholeRecording(twoOutages().store());
        assertThat(read(whole))
                .containsExactly("0-10", "10-20", "20-30", "30-40", "40-50", "0-10 again", "10-20 again");
        assertThat(whole.groups()).extracting(SensorGroup::name).containsExactly("ecg", "temp");
        assertThat(whole.ends()).hasSize(2);
        assertThat(whole.startNanos(0)).contains(ORIGIN);
        assertThat(whole.startNanos(1)).isEmpty();
    }

    @Test
    void digestIsThatOfTheSensedSignal() {
        WholeRecording whole = new WholeRecording(twoOutages().store());
        Recorder sensed = new Recorder(store, new BanDescription("ban-2", List.of(PLAIN)));
        packet(sensed, ECG, ORIGIN, 0, 50);
        packet(sensed, ECG, AFTER_RESTART, 0, 20);
        assertThat(whole.digest().hex(0)).isEqualTo(sensed.store().digest().hex(0));
        assertThat(whole.digest().sets(0)).isEqualTo(70);
    }

    @Test
    void whatIsNotThereYetStaysAGap() {
        Recorder recorder = new Recorder(store, BAN);
        packet(recorder, ECG, ORIGIN, 0, 10);
        gap(recorder, ORIGIN, 10, 40);
        packet(recorder, LATE, ORIGIN, 20, 30);
        gap(recorder, ORIGIN, 40, 50);
        packet(recorder, ECG, ORIGIN, 50, 60);
        assertThat(read(new WholeRecording(recorder.store())))
                .containsExactly("0-10", "gap 10-20", "20-30", "gap 30-40", "gap 40-50", "50-60");
    }

    @Test
    void recordThatBeginsWithAFilledGapStartsThere() {
        Recorder recorder = new Recorder(store, BAN);
        gap(recorder, ORIGIN, 10, 20);
        packet(recorder, ECG, ORIGIN, 20, 30);
        packet(recorder, LATE, ORIGIN, 10, 20);
        assertThat(new WholeRecording(recorder.store()).startNanos(0)).contains(ORIGIN + 1_000_000_000L);
    }

    @Test
    void whatHasNoGapComesBeforeWhatWasSampledLater() {
        Recorder recorder = new Recorder(store, BAN);
        packet(recorder, ECG, ORIGIN, 0, 10);
        packet(recorder, ECG, ORIGIN, 20, 30);
        packet(recorder, ECG, AFTER_RESTART, 0, 10);
        packet(recorder, LATE, ORIGIN, 10, 20);
        packet(recorder, LATE, ORIGIN, 30, 40);
        packet(recorder, LATE, AFTER_RESTART, 10, 20);
        assertThat(read(new WholeRecording(recorder.store())))
                .containsExactly("0-10", "10-20", "20-30", "30-40", "0-10 again", "10-20 again");
    }

    /** As if the only gap of the second grid was damaged in the store. */
    @Test
    void gridOfWhichTheFirstGroupHasNothingDelaysNoOther() {
        long third = AFTER_RESTART + 3_000_000_000L;
        Recorder recorder = new Recorder(store, BAN);
        packet(recorder, ECG, ORIGIN, 0, 10);
        gap(recorder, third, 0, 10);
        packet(recorder, ECG, third, 10, 20);
        packet(recorder, LATE, AFTER_RESTART, 0, 10);
        packet(recorder, LATE, AFTER_RESTART, 10, 20);
        packet(recorder, LATE, third, 0, 10);
        assertThat(read(new WholeRecording(recorder.store())))
                .containsExactly("0-10", "0-10 again", "10-20 again", "0-10 third", "10-20 third");
    }

    @Test
    void everyExportHasOneSignal() throws IOException {
        WholeRecording whole = new WholeRecording(twoOutages().store());
        ExportReport csv = new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.DIGITAL)
                .write(whole, new ExportTarget(directory.resolve("out"), "r", false, ExportProgress.NONE));
        assertThat(csv.sensorSets()).isEqualTo(70);
        assertThat(csv.gaps()).isZero();
        List<String> rows = Files.readAllLines(directory.resolve("out/r_ecg.csv"));
        assertThat(rows.subList(1, 51))
                .containsExactlyElementsOf(IntStream.range(0, 50)
                        .mapToObj(unit -> (unit % 10 == 0 ? "" + unit / 10 : unit / 10.0) + "," + unit)
                        .toList());
        for (RecordingWriter writer : ServiceLoader.load(RecordingWriter.class)) {
            ExportReport report = writer.write(
                    whole, new ExportTarget(directory.resolve(writer.format()), "r", false, ExportProgress.NONE));
            assertThat(report.sensorSets()).as(writer.format()).isEqualTo(70);
            assertThat(report.files()).noneMatch(file -> file.toString().contains("late"));
        }
    }

    @Test
    void hasTheSameInEachReadingWhenTheStoreGrowsMeanwhile() {
        Recorder recorder = new Recorder(store, new BanDescription("ban-2", List.of(PLAIN)));
        packet(recorder, ECG, ORIGIN, 0, 10);
        WholeRecording whole = new WholeRecording(recorder.storeSoFar());
        String digest = whole.digest().hex(0);
        packet(recorder, ECG, ORIGIN, 10, 20);
        StoredRecording grown = recorder.store();
        assertThat(grown.digest().sets(0)).isEqualTo(20);
        ExportReport csv = new CsvExport()
                .write(whole, new ExportTarget(directory.resolve("out"), "r", false, ExportProgress.NONE));
        assertThat(csv.sensorSets()).isEqualTo(10);
        assertThat(read(whole)).containsExactly("0-10");
        assertThat(whole.digest().sets(0)).isEqualTo(10);
        assertThat(whole.digest().hex(0)).isEqualTo(digest);
    }

    @Test
    void recordWithoutSuchAGroupIsReadAsItIs() {
        Recorder recorder = new Recorder(store, new BanDescription("ban-2", List.of(PLAIN)));
        packet(recorder, ECG, ORIGIN, 0, 10);
        gap(recorder, ORIGIN, 10, 20);
        StoredRecording stored = recorder.store();
        WholeRecording whole = new WholeRecording(stored);
        assertThat(read(whole)).containsExactly("0-10", "gap 10-20");
        assertThat(whole.digest().hex()).isEqualTo(stored.digest().hex());
    }
}
