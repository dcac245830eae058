package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.export.ExportReport;
import org.banip.recordings.export.ExportSource;
import org.banip.recordings.export.ExportTarget;
import org.banip.recordings.export.RecordingVisitor;
import org.banip.recordings.export.WfdbExport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one reader reads and the WFDB writer writes, the WFDB reader reads again: header, units and samples. */
class ConversionTest {
    private static final LocalDateTime START = LocalDateTime.of(2026, 11, 20, 8, 15, 30);

    @TempDir
    Path directory;

    /** A recording, played back from its start time. */
    private record Played(Recording recording, LocalDateTime start) implements ExportSource {
        @Override
        public String exportName() {
            return ExportTarget.plain(recording.name());
        }

        @Override
        public String remark() {
            return "from " + recording.format();
        }

        @Override
        public List<SensorGroup> groups() {
            return recording.sensorGroups();
        }

        @Override
        public long[] ends() {
            return recording.groups().stream().mapToLong(RecordedGroup::units).toArray();
        }

        private long origin() {
            return ChronoUnit.NANOS.between(Instant.EPOCH, start.toInstant(ZoneOffset.UTC));
        }

        @Override
        public Optional<Long> startNanos(int group) {
            return Optional.of(origin());
        }

        @Override
        public void read(int group, long end, RecordingVisitor visitor) {
            Block block = new Block(1024);
            long unit = 0;
            try (RecordedSamples samples = recording.groups().get(group).open()) {
                int count = samples.read(block, 200);
                while (count > 0) {
                    block.describe(origin(), unit, count);
                    visitor.sets(block);
                    unit += count;
                    block.clear();
                    count = samples.read(block, 200);
                }
            }
        }
    }

    private void assertSurvives(Recording recording, LocalDateTime start) {
        Played played = new Played(recording, start);
        ExportReport report = new WfdbExport()
                .write(played, new ExportTarget(directory, played.exportName(), false, (group, sets) -> {}));
        assertThat(report.sensorSets())
                .isEqualTo(recording.groups().stream()
                        .mapToLong(RecordedGroup::units)
                        .sum());
        Recording again = Recordings.open(directory.resolve(played.exportName() + ".hea"));
        assertThat(again.header().format()).isEqualTo("WFDB");
        assertThat(again.header().name()).isEqualTo(played.exportName());
        assertThat(again.header().startTime()).contains(start);
        assertThat(again.header().attributes().get(RecordingHeader.COMMENTS))
                .isEqualTo("first sample at " + start.toInstant(ZoneOffset.UTC) + "\nfrom " + recording.format());
        Map<String, RecordedGroup> byName = again.groups().stream()
                .collect(Collectors.toMap(group -> group.group().name(), group -> group));
        for (int g = 0; g < recording.groups().size(); g++) {
            SensorGroup group = recording.sensorGroups().get(g);
            RecordedGroup found = byName.get(group.name());
            assertThat(found).as(group.name()).isNotNull();
            assertThat(found.group().channels())
                    .extracting(Channel::label)
                    .containsExactlyElementsOf(
                            group.channels().stream().map(Channel::label).collect(Collectors.toList()));
            assertThat(found.group().channels())
                    .extracting(Channel::unit)
                    .containsExactlyElementsOf(
                            group.channels().stream().map(Channel::unit).collect(Collectors.toList()));
            int[][] expected = Samples.of(recording, g);
            int[][] seen = Samples.of(again, again.groups().indexOf(found));
            for (int c = 0; c < expected.length; c++) {
                Samples.assertEqual(seen[c], expected[c], group.name() + " channel " + c);
            }
        }
    }

    @Test
    void edfWithTwoRatesSurvives() {
        Path edf = new EdfFixture(false, "", "1")
                .signal("ECG II", "mV", "-5 5 -2000 2000", 4, 1, -2, 3, 2000, -2000, 6, 7, 8)
                .signal("ABP", "mmHg", "0 300 0 3000", 2, 800, 810, 1200, 1190)
                .write(directory.resolve("two_rates.edf"));
        assertSurvives(Recordings.open(edf), START);
    }

    @Test
    void textSurvives() {
        Path text = Fixtures.write(
                directory.resolve("plain.csv"),
                "# hz: 4\n# start: 2026-11-20T08:15:30Z\nHR[bpm],T[degC],x\n61,36.5,0\n62,36.55,-1\n");
        Recording recording = Recordings.open(text);
        assertThat(recording.startTime()).contains(START);
        assertSurvives(recording, START);
    }

    @Test
    void bdfSurvives() {
        Path bdf = new EdfFixture(true, "", "1")
                .signal("Fp1", "uV", "-262144 262143 -8388608 8388607", 3, -8_388_607, 8_388_607, 0)
                .write(directory.resolve("biosemi.bdf"));
        assertSurvives(Recordings.open(bdf), START);
    }

    @Test
    void realRecordingsSurvive() {
        Recording edf = Recordings.open(RealRecordings.path("faros180.edf"));
        assertSurvives(edf, edf.startTime().orElseThrow());
        Recording wrist = Recordings.open(RealRecordings.path("e4_ACC.csv"));
        assertSurvives(wrist, wrist.startTime().orElseThrow());
    }
}
