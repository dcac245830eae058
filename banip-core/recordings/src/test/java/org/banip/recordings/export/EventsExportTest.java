package org.banip.recordings.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.transcoding.spi.Block;
import org.banip.recordings.WfdbAnnotation;
import org.banip.recordings.WfdbAnnotations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An MBU may send events of any instant and any number: every export ends, with the right instants or with a documented error. */
class EventsExportTest {
    private static final long NOON = 1_795_215_600_000_000_000L;
    private static final List<Channel> CHANNELS = List.of(new Channel("code", "", 8, 0, 49, 0, 49));
    private static final SensorGroup ECG = SensorGroup.live("ecg", Frequency.ofHz(100), CHANNELS);

    @TempDir
    private Path directory;

    /** A recording that begins at noon: one second of an ECG, and events at these instants, the same ones in each of several blocks. */
    private record Recorded(int textBytes, int times, List<Long> instants) implements ExportSource {
        private SensorGroup events() {
            return new SensorGroup("e", Frequency.ofHz(10), ServiceClass.ALARM, Duration.ofSeconds(1), CHANNELS)
                    .withEvents(textBytes);
        }

        private Block block() {
            SampleLayout layout = new SampleLayout(events());
            Block block = new Block(16);
            block.ensureCapacity(instants.size() * layout.setBytes());
            block.length(instants.size() * layout.setBytes());
            for (int i = 0; i < instants.size(); i++) {
                layout.writeInstant(block.bytes(), i * layout.setBytes(), instants.get(i));
                layout.write(block.bytes(), i * layout.setBytes(), 0, i + 1);
                layout.writeText(block.bytes(), i * layout.setBytes(), "x".repeat(textBytes));
            }
            block.describe(instants.get(0), 0, instants.size());
            return block;
        }

        @Override
        public String exportName() {
            return "x";
        }

        @Override
        public String remark() {
            return "";
        }

        @Override
        public List<SensorGroup> groups() {
            return List.of(ECG, events());
        }

        @Override
        public long[] ends() {
            return new long[] {1, times};
        }

        @Override
        public Optional<Long> startNanos(int group) {
            return Optional.of(group == 0 ? NOON : instants.get(0));
        }

        @Override
        public void read(int group, long end, RecordingVisitor visitor) {
            if (group == 0) {
                Block second = new Block(100);
                second.length(100);
                second.describe(NOON, 0, 100);
                visitor.sets(second);
                return;
            }
            Block block = block();
            for (int i = 0; i < times; i++) {
                visitor.sets(block);
            }
        }
    }

    private ExportTarget target() {
        return new ExportTarget(directory, "x", false, (group, sets) -> {});
    }

    @Test
    void annotationsOfTheFirstAndTheLastInstantThereIs() {
        ExportReport report = new WfdbExport()
                .write(new Recorded(0, 1, List.of(NOON + 5_000_000, Long.MIN_VALUE, Long.MAX_VALUE, NOON)), target());
        assertThat(report.sensorSets()).isEqualTo(100);
        assertThat(report.events()).isEqualTo(4);
        long first = Math.floorDiv(Long.MIN_VALUE, 1_000_000L) - 1;
        assertThat(WfdbAnnotations.read(directory.resolve("x_e.atr")))
                .extracting(WfdbAnnotation::sample, WfdbAnnotation::code)
                .containsExactly(
                        tuple(1L, 2),
                        tuple(NOON / 1_000_000 - first, 4),
                        tuple(NOON / 1_000_000 + 5 - first, 1),
                        tuple(Long.MAX_VALUE / 1_000_000 - first, 3));
        assertThat(WfdbAnnotations.read(directory.resolve("x.e")))
                .extracting(WfdbAnnotation::sample, WfdbAnnotation::code)
                .containsExactly(tuple(0L, 4), tuple(0L, 1));
    }

    /** WFDB for Python takes every note at sample 0 for a remark about the file, and leaves it out. */
    @Test
    void noNoteIsAtTheFirstSampleOfARecord() throws Exception {
        List<Long> instants = LongStream.range(0, 23)
                .mapToObj(i -> i == 21 ? NOON : NOON + 20_000_000)
                .collect(Collectors.toList());
        instants.set(4, NOON + 1_000_000);
        instants.set(5, NOON + 10_000_000);
        new WfdbExport().write(new Recorded(10, 1, instants), target());
        assertThat(WfdbAnnotations.read(directory.resolve("x.e")))
                .extracting(WfdbAnnotation::sample, WfdbAnnotation::code)
                .startsWith(tuple(0L, 5), tuple(1L, 22), tuple(1L, 6), tuple(2L, 1))
                .hasSize(23);
        assertThat(WfdbAnnotations.read(directory.resolve("x_e.atr")))
                .extracting(WfdbAnnotation::sample, WfdbAnnotation::code)
                .startsWith(tuple(1L, 22), tuple(2L, 5), tuple(11L, 6), tuple(21L, 1))
                .hasSize(23);
        assertThat(Files.readAllLines(directory.resolve("x_e.hea")).get(0)).endsWith(" 22:59:59.999 20/11/2026");
    }

    @Test
    void aNoteBehindWhichNothingComesIsWritten() {
        new WfdbExport().write(new Recorded(10, 1, Collections.nCopies(22, NOON)), target());
        assertThat(WfdbAnnotations.read(directory.resolve("x.e")))
                .extracting(WfdbAnnotation::sample, WfdbAnnotation::code)
                .endsWith(tuple(0L, 21), tuple(1L, 22))
                .hasSize(22);
    }

    @Test
    void secondsFromTheFirstInstantThereIs() throws Exception {
        new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.DIGITAL)
                .write(new Recorded(0, 1, List.of(Long.MIN_VALUE, NOON, Long.MAX_VALUE)), target());
        assertThat(Files.readAllLines(directory.resolve("x_e.csv")))
                .containsExactly("seconds,code", "0,1", "11018587636.854775808,2", "18446744073.709551615,3");
        assertThat(Files.readAllLines(directory.resolve("x_ecg.csv"))).contains("11018587637.844775808,0");
    }

    @Test
    void secondsBeforeTheFirstEvent() throws Exception {
        new CsvExport(CsvExport.Time.SECONDS, CsvExport.Value.DIGITAL)
                .write(
                        new Recorded(0, 1, List.of(NOON, NOON - 1, NOON - 1_000_000_000, NOON - 1_250_000_000)),
                        target());
        assertThat(Files.readAllLines(directory.resolve("x_e.csv")))
                .containsExactly("seconds,code", "0,1", "-0.000000001,2", "-1,3", "-1.25,4");
    }

    @Test
    void moreEventsThanFitInMemoryAreAnErrorOfAnnotationsOnly() {
        Recorded many = new Recorded(1024, 2_000, Collections.nCopies(49, 0L));
        assertThatThrownBy(() -> new WfdbExport().write(many, target()))
                .isInstanceOfSatisfying(
                        BanipException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LONG))
                .hasMessageContaining("group e has more than ")
                .hasMessageContaining("export CSV, or a shorter range of time");
        ExportTarget nowhere = ExportTarget.into(name -> OutputStream.nullOutputStream(), "x");
        ExportReport report = new CsvExport().write(many, nowhere);
        assertThat(report.sensorSets()).isEqualTo(100);
        assertThat(report.events()).isEqualTo(98_000);
    }

    @Test
    void annotatorsAreTheNamesOfGroupsAndNoTwoAreTheSame() {
        List<SensorGroup> groups = Stream.of("a.b", "ab", "events0", "events1", "atr", "--", "falls-1")
                .map(name -> SensorGroup.alarms(name, 0, CHANNELS))
                .collect(Collectors.toList());
        assertThat(IntStream.range(0, groups.size()).mapToObj(group -> AnnotationFiles.annotator(groups, group)))
                .containsExactly("events0", "events1", "events2", "events3", "events4", "events5", "falls1");
    }
}
