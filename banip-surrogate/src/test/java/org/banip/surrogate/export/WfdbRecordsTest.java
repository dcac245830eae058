package org.banip.surrogate.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Frequency;
import org.banip.core.packet.Gap;
import org.banip.recordings.export.ExportReport;
import org.banip.surrogate.store.Recorder;
import org.banip.surrogate.store.StoredRecording;
import org.junit.jupiter.api.Test;

/** Which records a recording of several groups and grids becomes. */
class WfdbRecordsTest extends WfdbExporting {
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
}
