package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.banip.core.ban.Frequency;
import org.banip.recordings.example.RawReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A format of another module: one class and its service entry. */
class RecordingReaderTest {
    @TempDir
    Path directory;

    private Path raw(String name, String head, int[]... channels) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(
                (head + " ".repeat(RawReader.HEADER_BYTES - head.length())).getBytes(StandardCharsets.US_ASCII));
        for (int unit = 0; unit < channels[0].length; unit++) {
            for (int[] channel : channels) {
                bytes.write(channel[unit]);
                bytes.write(channel[unit] >> 8);
            }
        }
        return Fixtures.write(directory.resolve(name), bytes.toByteArray());
    }

    @Test
    void readersOfThisModuleAreFound() {
        assertThat(ServiceLoader.load(RecordingReader.class))
                .extracting(reader -> reader.getClass().getSimpleName())
                .containsExactlyInAnyOrder("WfdbReader", "EdfReader", "TextReader", "RawReader");
    }

    @Test
    void anotherFormatIsFoundByItsExtensionAndByItsFirstBytes() {
        int[][] samples = {{1, -2, 300}, {-32768, 32767, 0}};
        for (String name : new String[] {"a.raw16", "b.unknown"}) {
            Recording recording = Recordings.open(raw(name, "raw16 31.25 bpm a b", samples));
            assertThat(recording.format()).isEqualTo("RAW16");
            assertThat(recording).hasToString("raw (RAW16) g31.25:3");
            assertThat(recording.sensorGroups().get(0).channels().get(0).unit()).isEqualTo("/min");
            assertThat(Samples.of(recording, 0)).isDeepEqualTo(samples);
        }
    }

    @Test
    void whatIsAllowedNamesTheOtherFormatToo() {
        Path unknown = Fixtures.write(directory.resolve("a.doc"), "Dear doctor");
        Fixtures.assertMalformed(
                () -> Recordings.open(unknown),
                "WFDB headers (.hea)",
                "text files (.csv, .txt, .tsv)",
                "raw files (.raw16)");
    }

    @Test
    void faultsOfAnotherFormatAreWordedAlike() {
        Path cut = Fixtures.write(directory.resolve("a.raw16"), "raw16 1 mV a");
        Fixtures.assertMalformed(() -> Recordings.open(cut), "a.raw16: 12 bytes, allowed are at least 64");
        Path odd = raw("b.raw16", "raw16 1 mV a b", new int[] {1, 2, 3});
        Fixtures.assertMalformed(() -> Recordings.open(odd), "b.raw16: 70 bytes, allowed are 68 for 1 frames");
        Path plain = raw("c.raw16", "raw16 1 mV a", new int[] {1});
        Fixtures.assertMalformed(
                () -> Recordings.open(plain, RecordingOptions.hz(Frequency.ofHz(5))),
                "states its own sampling frequencies; the caller may say 5 Hz for text files only");
    }

    @Test
    void realSamplesAreTheSameInBothFormats() {
        Recording wfdb = Recordings.open(RealRecordings.path("100.hea"));
        int[][] samples = Samples.of(wfdb, 0);
        Recording raw = Recordings.open(raw("100.raw16", "raw16 360 mV MLII V5", samples));
        assertThat(raw.sensorGroups().get(0).frequency())
                .isEqualTo(wfdb.sensorGroups().get(0).frequency());
        assertThat(raw.groups().get(0).units()).isEqualTo(650_000);
        int[][] read = Samples.of(raw, 0);
        Samples.assertEqual(read[0], samples[0], "MLII");
        Samples.assertEqual(read[1], samples[1], "V5");
    }
}
