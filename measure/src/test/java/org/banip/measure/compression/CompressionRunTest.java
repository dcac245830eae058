package org.banip.measure.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompressionRunTest {
    private static final int UNITS = 3000;

    @TempDir
    private Path folder;

    @BeforeEach
    void makeRecording() throws IOException {
        Random random = new Random(1);
        ByteBuffer samples = ByteBuffer.allocate(UNITS * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int unit = 0; unit < UNITS; unit++) {
            samples.putShort((short) (1000 * Math.sin(unit / 20.0) + random.nextInt(3)));
            samples.putShort((short) (unit / 10 % 50));
        }
        Files.write(folder.resolve("wave.dat"), samples.array());
        String signal = "wave.dat 16 200 16 0\n";
        Files.writeString(folder.resolve("wave.hea"), "wave 2 250 " + UNITS + "\n" + signal + signal);
    }

    private List<CompressionRow> run(String... chains) throws Exception {
        CompressionResult result = measure(chains);
        assertThat(result.unread()).isEmpty();
        return result.rows();
    }

    private CompressionResult measure(String... chains) throws Exception {
        return new CompressionRun(RecordingFolder.open(folder), List.of(chains)).run(state -> {}, () -> false);
    }

    @Test
    void eachMethodIsMeasuredAtEachLength() throws Exception {
        List<CompressionRow> rows = run("packetizer(hold=200ms)|rice");
        assertThat(rows).hasSizeGreaterThan(20).allMatch(row -> row.bytesIn() == UNITS * 4L && row.reduction() > 0);
        CompressionRow first = rows.get(0);
        assertThat(first)
                .isEqualTo(new CompressionRow("wave", 2, 250, "rice", "0.1 s", 2 * UNITS, 4 * UNITS, first.bytesOut()));
        assertThat(first.bitsPerSample() * first.ratio(12)).isBetween(11.999, 12.001);
        assertThat(first.reduction()).isBetween(0.5, 0.9);
        assertThat(rows)
                .extracting(CompressionRow::method)
                .contains("predict", "predict(effort=high)", "auto", "deflate-6", "zstd-19", "flac-style", "xz-9");
        assertThat(rows)
                .filteredOn(row -> row.method().equals("deflate-6"))
                .extracting(CompressionRow::packet)
                .containsExactly("0.1 s", "0.5 s", "2 s", "4050 B");
    }

    @Test
    void rowsAreWrittenAsJsonAndAsTables() throws Exception {
        List<CompressionRow> rows = run();
        Path file = folder.resolve("rows.jsonl");
        CompressionJson.write(rows, file);
        assertThat(Files.readAllLines(file))
                .hasSameSizeAs(rows)
                .allMatch(line -> line.startsWith("{\"recording\":\"wave\",\"channels\":2,\"hz\":250.0,\"method\":\""))
                .allMatch(line -> line.matches(
                        ".*\"packet\":\"[^\"]+\".*\"bytesIn\":12000,\"bytesOut\":\\d+,\"reduction\":0\\.\\d+,.*}"));
        assertThat(new CompressionTable(rows).toLines())
                .contains("wave: 2 × 250 Hz, 12.0 kB")
                .anyMatch(line -> line.matches("  rice +(\\d+\\.\\d +){4}-( +\\d+\\.\\d\\d){4}"))
                .anyMatch(line -> line.matches("  xz-9 +(- +){4}\\d+\\.\\d( +\\d+\\.\\d\\d){4}"))
                .noneMatch(line -> line.contains("mean of") || line.contains("all recordings"));
        assertThat(new CompressionTable(List.of()).toLines()).containsExactly("nothing was measured");
    }

    @Test
    void ofSeveralRecordingsThereAreMeansAndALineForEach() throws Exception {
        List<CompressionRow> rows = new ArrayList<>(run());
        List.copyOf(rows)
                .forEach(row -> rows.add(new CompressionRow(
                        "other",
                        row.channels(),
                        row.hz(),
                        row.method(),
                        row.packet(),
                        row.samples(),
                        row.bytesIn(),
                        row.bytesOut())));
        assertThat(new CompressionTable(rows).toLines())
                .contains(
                        "mean of 2 waveforms, those above 1 Hz",
                        "all recordings: % saved in packets of 0.5 s; whole recordings by flac-style, xz-9")
                .anyMatch(line -> line.matches("  wave +(\\d+\\.\\d *){9}"))
                .anyMatch(line -> line.matches("  mean of waveforms +(\\d+\\.\\d *){9}"));
    }

    @Test
    void whatDoesNotComeBackIsAFailure() throws Exception {
        GroupSamples read = RecordingFolder.open(folder).groups().get(0).read();
        GroupSamples samples = new GroupSamples("wave", read.group(), new byte[8]);
        Method forgetful = new DeflateMethod();
        assertThatThrownBy(() -> RoundTripException.check(forgetful, samples, 4, new byte[] {0, 1}, 2))
                .hasMessage("deflate-6 does not give back wave: byte 5 of 8 differs");
        assertThatThrownBy(() -> RoundTripException.checkEnd(forgetful, samples, 7))
                .hasMessage("deflate-6 does not give back wave: it ends after 7 of 8 bytes");
    }

    @Test
    void aDamagedRecordingIsNamedAndTheOthersAreMeasured() throws Exception {
        String signal = "wave.dat 16 200 16 0 0 77 0 I\n";
        Files.writeString(folder.resolve("damaged.hea"), "damaged 2 250 " + UNITS + "\n" + signal + signal);
        CompressionResult result = measure();
        assertThat(result.unread())
                .singleElement()
                .asString()
                .contains("wave.dat", "checksum", "the header allows only 77");
        assertThat(result.rows()).isEqualTo(onlyWave()).isNotEmpty();
    }

    private List<CompressionRow> onlyWave() throws Exception {
        Files.delete(folder.resolve("damaged.hea"));
        return run();
    }

    @Test
    void aRunThatIsStoppedLeavesNoThreadBehind() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        CompressionResult result = new CompressionRun(RecordingFolder.open(folder), List.of())
                .run(state -> stop.set(state.done() > 0), stop::get);
        assertThat(result.rows()).isNotEmpty();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("pool-") && !before.contains(thread)) {
                thread.join(60_000); // its pool has ended, so it is about to
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void whatCannotBeOpenedIsLeftOutAndNamed() throws Exception {
        Files.writeString(folder.resolve("notes.txt"), "no numbers\n");
        Files.writeString(folder.resolve("README.md"), "not looked at\n");
        RecordingFolder opened = RecordingFolder.open(folder);
        assertThat(opened.groups()).hasSize(1);
        assertThat(opened.refused()).singleElement().asString().contains("notes.txt");
    }

    @Test
    void progressTellsTheTimeLeft() throws Exception {
        List<CompressionProgress> states = new ArrayList<>();
        new CompressionRun(RecordingFolder.open(folder), List.of()).run(states::add, () -> false);
        CompressionProgress last = states.get(states.size() - 1);
        assertThat(last.done()).isEqualTo(last.jobs());
        assertThat(last.toLine()).isEqualTo("measuring " + last.jobs() + " of " + last.jobs() + ", 0:00 left");
        assertThat(states.get(0).toLine()).contains(" of " + last.jobs());
    }
}
