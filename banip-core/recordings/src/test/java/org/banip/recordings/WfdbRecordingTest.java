package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WfdbRecordingTest {
    @TempDir
    Path directory;

    private static final Random RANDOM = new Random(2003);

    private Path change(Path file, String from, String to) {
        String text = new String(Fixtures.read(file), StandardCharsets.UTF_8);
        assertThat(text).contains(from);
        return Fixtures.write(file, text.replace(from, to));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32, 80, 212})
    void everyFormatIsReadOverItsWholeRange(int format) {
        int[] one = WfdbFixture.samples(format, 40_001, RANDOM);
        int[] two = WfdbFixture.samples(format, 40_001, RANDOM);
        int[] three = WfdbFixture.samples(format, 40_001, RANDOM);
        Path header = new WfdbFixture("r", " 500 40001")
                .signal("r.dat", format, 1, 0, one)
                .signal("r.dat", format, 1, 0, two)
                .signal("r.dat", format, 1, 0, three)
                .write(directory);
        Recording recording = Recordings.open(header);
        int[][] samples = Samples.of(recording, 0);
        Samples.assertEqual(samples[0], one, "first signal");
        Samples.assertEqual(samples[1], two, "second signal");
        Samples.assertEqual(samples[2], three, "third signal");
        Channel channel = recording.sensorGroups().get(0).channels().get(0);
        int bits = format == 80 ? 8 : format == 212 ? 12 : format;
        assertThat(channel.digitalMin()).isEqualTo(-1 << (bits - 1));
        assertThat(channel.digitalMax()).isEqualTo((1 << (bits - 1)) - 1);
        assertThat(channel.toPhysical(200)).isCloseTo(1.0, within(1e-6));
        assertThat(channel.sampleBytes()).isEqualTo((bits + 7) / 8);
    }

    @Test
    void signalsOfOneRateInSeveralFilesAreOneGroup() {
        int[] one = WfdbFixture.samples(16, 100, RANDOM);
        int[] two = WfdbFixture.samples(212, 100, RANDOM);
        int[] fast = WfdbFixture.samples(212, 300, RANDOM);
        int[] three = WfdbFixture.samples(80, 100, RANDOM);
        Path header = new WfdbFixture("r", " 125 100")
                .signal("r.dat", 16, 1, 512, one)
                .signal("r.xyz", 212, 1, 0, two)
                .signal("r.xyz", 212, 3, 0, fast)
                .signal("r.eeg", 80, 1, 7, three)
                .write(directory);
        Recording recording = Recordings.open(header);
        assertThat(recording.sensorGroups()).extracting(SensorGroup::name).containsExactly("g125", "g375");
        assertThat(recording.groups()).extracting(RecordedGroup::units).containsExactly(100L, 300L);
        assertThat(recording.signals())
                .extracting(signal -> signal.group() + "/" + signal.channel())
                .containsExactly("0/0", "0/1", "1/0", "0/2");
        int[][] slow = Samples.of(recording, 0);
        assertThat(slow[0]).isEqualTo(one);
        assertThat(slow[1]).isEqualTo(two);
        assertThat(slow[2]).isEqualTo(three);
        assertThat(Samples.of(recording, 1)[0]).isEqualTo(fast);
    }

    @Test
    void sensorsOfOneRecordingDoNotDisturbEachOther() {
        int[] slow = WfdbFixture.samples(16, 50, RANDOM);
        int[] fast = WfdbFixture.samples(16, 200, RANDOM);
        Recording recording = Recordings.open(new WfdbFixture("r", " 125 50")
                .signal("r.dat", 16, 1, 0, slow)
                .signal("r.dat", 16, 4, 0, fast)
                .write(directory));
        RecordedSamples[] opened = recording.openAll().toArray(new RecordedSamples[0]);
        Block[] blocks = {new Block(16), new Block(16)};
        int[] left = {50, 200};
        while (left[0] + left[1] > 0) {
            int group = RANDOM.nextInt(2);
            int count = opened[group].read(blocks[group], 1 + RANDOM.nextInt(7));
            left[group] -= Math.max(0, count);
        }
        assertThat(Arrays.copyOf(blocks[0].bytes(), blocks[0].length()))
                .isEqualTo(WfdbFixture.encode(16, Arrays.stream(slow).boxed().toList()));
        assertThat(Arrays.copyOf(blocks[1].bytes(), blocks[1].length()))
                .isEqualTo(WfdbFixture.encode(16, Arrays.stream(fast).boxed().toList()));
        Arrays.stream(opened).forEach(RecordedSamples::close);
    }

    @Test
    void readAppendsAndKeepsToItsLimit() {
        Recording recording = Recordings.open(new WfdbFixture("r", " 250 5")
                .signal("r.dat", 16, 1, 0, 1, 2, 3, 4, 5)
                .write(directory));
        Block block = new Block(16);
        block.append(new byte[] {9}, 0, 1);
        block.describe(7, 8, 9);
        try (RecordedSamples samples = recording.groups().get(0).open()) {
            assertThat(samples.read(block, 2)).isEqualTo(2);
            assertThat(samples.read(block, 100)).isEqualTo(3);
            assertThat(samples.read(block, 100)).isEqualTo(-1);
            assertThat(samples.read(block, 100)).isEqualTo(-1);
        }
        assertThat(Arrays.copyOf(block.bytes(), block.length())).containsExactly(9, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0);
        assertThat(block.originNanos()).isEqualTo(7);
        assertThat(block.firstUnit()).isEqualTo(8);
        assertThat(block.unitCount()).isEqualTo(9);
    }

    @Test
    void lengthComesFromTheFilesIfTheHeaderHasNone() {
        Path header = new WfdbFixture("r", "")
                .signal("r.dat", 212, 1, 3, 1, 2, 3)
                .signal("r.xyz", 80, 1, 0, 4, 5, 6)
                .write(directory);
        Recording recording = Recordings.open(header);
        assertThat(recording.groups().get(0).units()).isEqualTo(3);
        assertThat(Samples.of(recording, 0)).isDeepEqualTo(new int[][] {{1, 2, 3}, {4, 5, 6}});
        assertThat(Recordings.open(change(header, "r 2", "r 2 250 0"))
                        .groups()
                        .get(0)
                        .units())
                .isEqualTo(3);
    }

    @Test
    void lastPairOfFormat212MayBePadded() {
        Path header = new WfdbFixture("r", " 250 3")
                .signal("r.dat", 212, 1, 0, 1, 2, 3)
                .write(directory);
        assertThat(Fixtures.read(directory.resolve("r.dat"))).hasSize(5);
        Fixtures.write(directory.resolve("r.dat"), Arrays.copyOf(Fixtures.read(directory.resolve("r.dat")), 6));
        assertThat(Samples.of(Recordings.open(header), 0)[0]).containsExactly(1, 2, 3);
    }

    @Test
    void recordsAreFoundWithoutTheExtension() {
        new WfdbFixture("r", " 250 3").signal("r.dat", 212, 1, 0, 1, 2, 3).write(directory);
        assertThat(Recordings.open(directory.resolve("r")).name()).isEqualTo("r");
    }

    @Test
    void wrongChecksumIsReportedOnceAllIsRead() {
        Path header = new WfdbFixture("r", " 250 3")
                .signal("r.dat", 16, 1, 0, 1, 2, 3)
                .write(directory);
        change(header, " 6 0 signal", " 7 0 signal");
        Block block = new Block(16);
        try (RecordedSamples samples = Recordings.open(header).groups().get(0).open()) {
            assertThat(samples.read(block, 3)).isEqualTo(3);
            Fixtures.assertMalformed(
                    () -> samples.read(block, 3),
                    "r.dat",
                    "the 3 samples of signal signal 0 have checksum 6, the header allows only 7");
        }
    }

    @Test
    void wrongInitialValueIsReportedAtOnce() {
        Path header = new WfdbFixture("r", " 250 3")
                .signal("r.dat", 16, 1, 0, 1, 2, 3)
                .write(directory);
        change(header, " 1 6 0 signal", " 2 6 0 signal");
        Fixtures.assertMalformed(
                () -> Recordings.open(header), "r.dat", "begins with 1", "allows only 2 as its initial value");
    }

    @Test
    void skewIsKeptAndSamplesStayAsStored() {
        Path header = new WfdbFixture("r", " 250 3")
                .signal("r.dat", 16, 1, 0, 1, 2, 3)
                .write(directory);
        change(header, "r.dat 16", "r.dat 16:2");
        Recording recording = Recordings.open(header);
        assertThat(recording.signals().get(0).attributes()).containsEntry("skew", "2");
        assertThat(Samples.of(recording, 0)[0]).containsExactly(1, 2, 3);
    }

    @Test
    void missingSignalFileIsNamed() throws Exception {
        Path header = new WfdbFixture("r", " 250 3")
                .signal("r.dat", 16, 1, 0, 1, 2, 3)
                .write(directory);
        Files.delete(directory.resolve("r.dat"));
        Fixtures.assertMalformed(() -> Recordings.open(header), "r.dat", "is not there", "r.hea names it");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32, 80, 212})
    void fileCutOffAnywhereIsReportedAtOnce(int format) {
        Path header = new WfdbFixture("r", " 250 4")
                .signal("r.dat", format, 1, 3, WfdbFixture.samples(format, 4, RANDOM))
                .signal("r.dat", format, 1, 3, WfdbFixture.samples(format, 4, RANDOM))
                .write(directory);
        byte[] whole = Fixtures.read(directory.resolve("r.dat"));
        for (int length = 0; length < whole.length; length++) {
            Fixtures.write(directory.resolve("r.dat"), Arrays.copyOf(whole, length));
            Fixtures.assertMalformed(() -> Recordings.open(header), "r.dat", length + " bytes", "it was cut off");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32, 80, 212})
    void fileTooLongIsReportedAtOnce(int format) {
        Path header = new WfdbFixture("r", " 250 2")
                .signal("r.dat", format, 1, 0, WfdbFixture.samples(format, 2, RANDOM))
                .write(directory);
        byte[] whole = Fixtures.read(directory.resolve("r.dat"));
        Fixtures.write(directory.resolve("r.dat"), Arrays.copyOf(whole, whole.length + 1));
        Fixtures.assertMalformed(
                () -> Recordings.open(header),
                "r.dat",
                (whole.length + 1) + " bytes, allowed are " + whole.length + " for 2 frames");
    }

    @Test
    void fileCutOffWhileItIsReadIsReported() {
        int[] samples = WfdbFixture.samples(16, 100_000, RANDOM);
        Path header = new WfdbFixture("r", " 250 100000")
                .signal("r.dat", 16, 1, 0, samples)
                .write(directory);
        Block block = new Block(16);
        try (RecordedSamples recorded = Recordings.open(header).groups().get(0).open()) {
            assertThat(recorded.read(block, 10)).isEqualTo(10);
            Fixtures.write(directory.resolve("r.dat"), new byte[1000]);
            Fixtures.assertMalformed(
                    () -> recorded.read(block, 100_000),
                    "r.dat",
                    "it had 200000 when it was opened",
                    "cut off meanwhile");
        }
    }

    @Test
    void filesOfDifferentLengthAreReported() {
        Path header = new WfdbFixture("r", "")
                .signal("r.dat", 16, 1, 0, 1, 2, 3)
                .signal("r.xyz", 16, 1, 0, 1, 2)
                .write(directory);
        Fixtures.assertMalformed(() -> Recordings.open(header), "r.xyz", "4 bytes hold 2 frames", "promises 3");
    }

    @Test
    void signalsOfOneFileMustFollowOneAnotherInOneFormat() {
        Path header = Fixtures.write(directory.resolve("r.hea"), "r 3 250\na.dat 16\nb.dat 16\na.dat 16\n");
        Fixtures.assertMalformed(() -> Recordings.open(header), "signals of a.dat must follow one another");
        Fixtures.write(header, "r 2 250\na.dat 16\na.dat 212\n");
        Fixtures.assertMalformed(() -> Recordings.open(header), "formats 16+0 and 212+0, allowed is one per file");
    }

    @Test
    void tooManyChannelsOrGroupsAreReported() {
        Fixtures.write(directory.resolve("r.dat"), new byte[513]);
        StringBuilder many = new StringBuilder("r 513 250 1\n");
        for (int i = 0; i < 513; i++) {
            many.append("r.dat 80\n");
        }
        Path header = Fixtures.write(directory.resolve("r.hea"), many.toString());
        Fixtures.assertMalformed(() -> Recordings.open(header), "r.hea", "513 channels, allowed are 1 to 512");

        StringBuilder rates = new StringBuilder("r 65 250 1\n");
        for (int i = 1; i <= 65; i++) {
            rates.append("r.dat 80x").append(i).append('\n');
        }
        Fixtures.write(header, rates.toString());
        Fixtures.write(directory.resolve("r.dat"), new byte[65 * 66 / 2]);
        Fixtures.assertMalformed(() -> Recordings.open(header), "r.hea", "65 sampling frequencies, allowed are 64");
    }

    @Test
    void emptyRecordIsReported() {
        Path header = Fixtures.write(directory.resolve("r.hea"), "r 1 250\nr.dat 16\n");
        Fixtures.write(directory.resolve("r.dat"), new byte[0]);
        Fixtures.assertMalformed(() -> Recordings.open(header), "r.dat", "has no samples");
    }
}
