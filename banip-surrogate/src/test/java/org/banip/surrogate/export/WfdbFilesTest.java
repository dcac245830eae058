package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.recordings.export.ExportProgress;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.WfdbExport;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.banip.surrogate.store.TestConnections;
import org.junit.jupiter.api.Test;

/** Which files are written, and which are left alone. */
class WfdbFilesTest extends WfdbExporting {
    @Test
    void leavesOutWhatIsDamagedAndSaysSo() throws Exception {
        BanDescription ban = ban(group("g", Frequency.ofHz(100), channel("a", 12)));
        StoredRecording recording =
                new Recorder(store, ban).sets(0, ORIGIN, 0, ramp(0, 450, 1)).store();
        try (var connection = TestConnections.open("jdbc:sqlite:" + directory.resolve("store.db"));
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
}
