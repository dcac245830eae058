package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random records are read exactly, and damaged ones fail in the one way they may. Each case prints its seed in its name. */
class RandomRecordingsTest {
    private static final int[] FORMATS = {16, 24, 32, 80, 212};
    private static final String[] FILES = {"a.dat", "b.dat", "c.mat"};

    @TempDir
    Path directory;

    /** A record of up to three files, each of its own format, offset and several rates. */
    private static WfdbFixture wfdb(Random random, int frames, int[][] expected) {
        WfdbFixture fixture = new WfdbFixture("r", " 100 " + (random.nextBoolean() ? frames : ""));
        int signal = 0;
        for (String file : FILES) {
            int format = FORMATS[random.nextInt(FORMATS.length)];
            int offset = random.nextInt(3) * 12;
            for (int count = 1 + random.nextInt(3); count > 0 && signal < expected.length; count--) {
                int perFrame = 1 + random.nextInt(4);
                expected[signal] = WfdbFixture.samples(format, frames * perFrame, random);
                fixture.signal(file, format, perFrame, offset, expected[signal]);
                signal++;
            }
        }
        return fixture;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void recordsAreReadExactly(long seed) {
        Random random = new Random(seed);
        int[][] expected = new int[8][];
        int frames = 1 + random.nextInt(20_000);
        Recording recording = Recordings.open(wfdb(random, frames, expected).write(directory));
        int[][][] groups = new int[recording.groups().size()][][];
        for (int group = 0; group < groups.length; group++) {
            groups[group] = Samples.of(recording, group);
        }
        assertThat(recording.signals()).isNotEmpty();
        for (int s = 0; s < recording.signals().size(); s++) {
            RecordedSignal signal = recording.signals().get(s);
            Samples.assertEqual(groups[signal.group()][signal.channel()], expected[s], "signal " + s);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {101, 102, 103, 104, 105, 106})
    void damagedFilesAreReadOrRefusedButNeverCrash(long seed) {
        Random random = new Random(seed);
        Path wfdb = wfdb(random, 5, new int[4][]).write(directory);
        Path edf = new EdfFixture(false, "EDF+C", "1")
                .signal("ECG", "uV", "-100 100 -2048 2047", 2, 1, 2, 3, 4)
                .signal("EDF Annotations", "", "-1 1 -32768 32767", 1, 5, 6)
                .write(directory.resolve("e.edf"));
        Path text = Fixtures.write(directory.resolve("t.csv"), "# hz: 10\nECG[mV],b\n1.25,3\n-1e-1,4\n");
        for (Path file : new Path[] {wfdb, edf, text, directory.resolve("a.dat")}) {
            byte[] whole = Fixtures.read(file);
            for (int round = 0; round < 100; round++) {
                Fixtures.write(file, damaged(whole, random));
                readOrRefuse(file.equals(edf) || file.equals(text) ? file : wfdb);
            }
            Fixtures.write(file, whole);
        }
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            bytes[random.nextInt(bytes.length)] =
                    random.nextBoolean() ? (byte) random.nextInt() : (byte) (' ' + random.nextInt(64));
        }
        return bytes;
    }

    private static void readOrRefuse(Path file) {
        try {
            Recording recording = Recordings.open(file);
            for (int group = 0; group < recording.groups().size(); group++) {
                Samples.of(recording, group);
            }
        } catch (BanipException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_RECORDING);
        }
    }
}
