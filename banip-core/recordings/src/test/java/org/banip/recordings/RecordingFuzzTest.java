package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Frequency;
import org.banip.core.testing.Fuzz;
import org.banip.core.testing.MemoryFolder;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files of each kind of recording, opened and read to the end (docs/faults.md, "Fuzzing"). */
class RecordingFuzzTest {
    private static final int INPUTS = 3_000;
    private static final int[] FORMATS = {16, 24, 32, 80, 212};
    /** Channels, names and buffers of a reader; and what is proportional to the file. */
    private static final long ALLOWANCE = 4L << 20;

    private static final long EACH_BYTE = 512;

    @TempDir(factory = MemoryFolder.class)
    private Path directory;

    private Fuzz fuzz(String name) {
        return Fuzz.of(name, "malformed-recording").allocating(input -> ALLOWANCE + EACH_BYTE * input.length);
    }

    private static void readAll(Recording recording) {
        Block block = new Block(1 << 14);
        for (RecordedGroup group : recording.groups()) {
            try (RecordedSamples samples = group.open()) {
                long units = 0;
                for (int count = samples.read(block, 1000); count != -1; count = samples.read(block, 1000)) {
                    units += count;
                    block.clear();
                }
                if (units > group.units()) {
                    throw new IllegalStateException(units + " sensor sets of " + group.units());
                }
            }
        }
    }

    private void run(String name, String file, List<byte[]> valid, Path opened, RecordingOptions options)
            throws Exception {
        Fuzz fuzz = fuzz(name);
        fuzz.run(valid, INPUTS, (bytes, unused) -> {
            Fixtures.write(directory.resolve(file), bytes);
            readAll(Recordings.open(opened, options));
        });
        assertThat(fuzz.count("read")).isPositive();
        assertThat(fuzz.count("malformed-recording")).isPositive();
    }

    private WfdbFixture wfdb(int format, String recordLineEnd) {
        Random random = new Random(17); // the same samples each time
        WfdbFixture fixture = new WfdbFixture("r", recordLineEnd);
        fixture.signal("a.dat", format, 1, 0, WfdbFixture.samples(format, 40, random));
        fixture.signal("a.dat", format, 2, 0, WfdbFixture.samples(format, 80, random));
        return fixture.signal("b.dat", 16, 1, 12, WfdbFixture.samples(16, 40, random));
    }

    @Test
    void headersOfWfdb() throws Exception {
        List<byte[]> valid = new ArrayList<>();
        Path header = directory.resolve("r.hea");
        for (String line :
                List.of(" 100 40", " 100", "/2 360/250(3.5) 40 09:15:30.5 20/11/2026\n# age 7", " 250 0\n#comment")) {
            wfdb(212, line).write(directory);
            valid.add(Fixtures.read(header));
        }
        run("WFDB headers", "r.hea", valid, header, RecordingOptions.none());
    }

    @Test
    void signalsOfWfdb() throws Exception {
        List<byte[]> valid = new ArrayList<>();
        for (int format : FORMATS) {
            wfdb(format, " 100").write(directory);
            valid.add(Fixtures.read(directory.resolve("a.dat")));
        }
        Fuzz fuzz = fuzz("WFDB signals");
        Path header = directory.resolve("r.hea");
        List<byte[]> headers = new ArrayList<>();
        for (int format : FORMATS) {
            String text = new String(Fixtures.read(wfdb(format, " 100").write(directory)), StandardCharsets.UTF_8);
            headers.add(text.replaceAll("(?m)( 12 0) .*$", "$1").getBytes(StandardCharsets.UTF_8)); // no checksums
        }
        fuzz.run(valid, INPUTS, (bytes, which) -> {
            Fixtures.write(directory.resolve("a.dat"), bytes);
            Fixtures.write(header, headers.get(which.nextInt(headers.size())));
            readAll(Recordings.open(header));
        });
        assertThat(fuzz.count("read")).isPositive();
        assertThat(fuzz.count("malformed-recording")).isPositive();
    }

    @Test
    void filesOfEdf() throws Exception {
        edf("EDF", false);
    }

    @Test
    void filesOfBdf() throws Exception {
        edf("BDF", true);
    }

    private void edf(String name, boolean bdf) throws Exception {
        List<byte[]> valid = new ArrayList<>();
        Path file = directory.resolve(bdf ? "e.bdf" : "e.edf");
        int[] annotations = {'+' | '0' << 8, 20 | 20 << 8, 0, 0, '+' | '1' << 8, 20 | 20 << 8, 0, 0};
        String[] kinds = bdf ? new String[] {"24BIT"} : new String[] {"", "EDF+C", "EDF+D"};
        for (String kind : kinds) {
            EdfFixture fixture = new EdfFixture(bdf, kind, "1")
                    .signal("ECG II", "uV", "-100 100 -2048 2047", 4, 1, 2, 3, 4, 5, 6, 7, 8)
                    .signal("Resp", "mmHg", "-1 1 -32768 32767", 2, 5, 6, 7, 8);
            if (!kind.isEmpty() && !bdf) {
                fixture.signal("EDF Annotations", "", "-1 1 -32768 32767", 4, annotations);
            }
            valid.add(Fixtures.read(fixture.write(file)));
        }
        run(name, file.getFileName().toString(), valid, file, RecordingOptions.none());
    }

    @Test
    void textFiles() throws Exception {
        List<byte[]> valid = new ArrayList<>();
        for (String text : List.of(
                """
                # hz: 31.25
                # start: 2026-11-20T09:30:00.5+01:00
                # place: here
                ECG II[mV],"acc x [g]",plain
                0.125,-1.50,1
                0.130,0.02,2
                """,
                "# hz: 10\n1;2\n-3;+4\r\n",
                "\ufeff# hz: 10\na[mV]\tb\n1.5e3\t2\n",
                "1.25 3\n-1e-1 4\n",
                "1574238600.00, 1574238600.00\n32.0, 32.0\n-3, 4\n5, 6\n")) {
            valid.add(text.getBytes(StandardCharsets.UTF_8));
        }
        Path file = directory.resolve("t.csv");
        run("text files", "t.csv", valid, file, RecordingOptions.none());
        run("text files with a frequency", "t.csv", valid, file, RecordingOptions.hz(Frequency.ofHz(200)));
    }

    @Test
    void annotations() throws Exception {
        byte[] valid = {
            18,
            28 << 2,
            3,
            (byte) (63 << 2),
            '(',
            'N',
            0,
            0,
            59,
            1 << 2,
            0,
            (byte) (59 << 2),
            1,
            0,
            2,
            0,
            (byte) 255,
            5 << 2 | 3,
            1,
            (byte) (62 << 2),
            (byte) 0xfd,
            (byte) (60 << 2),
            4,
            (byte) (61 << 2),
            0,
            22 << 2,
            0,
            0
        };
        Fuzz fuzz = fuzz("annotations");
        Path file = directory.resolve("a.atr");
        fuzz.run(List.of(valid), INPUTS, (bytes, unused) -> WfdbAnnotations.read(Fixtures.write(file, bytes)));
        assertThat(fuzz.count("read")).isPositive();
        assertThat(fuzz.count("malformed-recording")).isPositive();
    }

    @Test
    void filesOfAnyKindUnderAnyName() throws Exception {
        wfdb(212, " 100").write(directory);
        EdfFixture edf = new EdfFixture(false, "", "1").signal("a", "uV", "-100 100 -2048 2047", 2, 1, 2, 3, 4);
        List<byte[]> valid = List.of(
                Fixtures.read(directory.resolve("r.hea")),
                Fixtures.read(edf.write(directory.resolve("e.edf"))),
                "# hz: 10\n1;2\n".getBytes(StandardCharsets.UTF_8));
        run("files without an extension", "any", valid, directory.resolve("any"), RecordingOptions.none());
    }
}
