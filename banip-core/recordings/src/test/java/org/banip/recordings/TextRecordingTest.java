package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.spi.Block;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextRecordingTest {
    @TempDir
    Path directory;

    private Recording open(String name, String text) {
        return Recordings.open(Fixtures.write(directory.resolve(name), text));
    }

    private Recording openBare(String text) {
        return Recordings.open(
                Fixtures.write(directory.resolve("bare.csv"), text), RecordingOptions.hz(Frequency.ofHz(200)));
    }

    private static int[] column(Recording recording, int column) {
        return Samples.of(recording, 0)[column];
    }

    private static Channel channel(Recording recording, int index) {
        return recording.sensorGroups().get(0).channels().get(index);
    }

    @Test
    void plainFormHasLabelsUnitsFrequencyAndStart() {
        Recording recording = open("walk.csv", """
                # hz: 31.25
                # start: 2026-11-20T09:30:00.5+01:00
                # place: corridor
                ECG II[mV],ABP[mm[Hg]],"acc x [g]",SpO2[%],plain
                0.125,80,-1.50,97,1
                0.130,81,0.02,98,2
                """);
        assertThat(recording.name()).isEqualTo("walk");
        assertThat(recording.format()).isEqualTo("TEXT");
        assertThat(recording.startTime()).contains(LocalDateTime.of(2026, 11, 20, 8, 30, 0, 500_000_000));
        assertThat(recording.attributes()).containsEntry("place", "corridor");
        assertThat(recording.sensorGroups().get(0).name()).isEqualTo("g31.25");
        assertThat(recording.sensorGroups().get(0).frequency()).isEqualTo(new Frequency(125, 4));
        assertThat(recording.sensorGroups().get(0).channels())
                .extracting(channel -> channel.label() + "|" + channel.unit())
                .containsExactly("ECG II|mV", "ABP|mm[Hg]", "acc x|[g]", "SpO2|%", "plain|1");
        assertThat(channel(recording, 0)).isEqualTo(Channel.ofGain("ECG II", "mV", 16, -32768, 32767, 1000, 0));
        assertThat(channel(recording, 1)).isEqualTo(Channel.ofGain("ABP", "mm[Hg]", 8, -128, 127, 1, 0));
        assertThat(column(recording, 0)).containsExactly(125, 130);
        assertThat(column(recording, 2)).containsExactly(-150, 2);
    }

    @Test
    void exampleOfTheDocumentationIsRead() {
        String page = new String(
                Fixtures.read(Path.of(System.getProperty("banip.root", ".."), "docs", "recordings.md")),
                StandardCharsets.UTF_8);
        Recording recording = open("page.csv", page.substring(page.indexOf("# hz:"), page.indexOf("```\n\n| line")));
        assertThat(recording.sensorGroups().get(0).channels())
                .extracting(Channel::label)
                .containsExactly("ECG II", "ABP", "event");
        assertThat(recording.startTime()).contains(LocalDateTime.of(2026, 11, 20, 9, 30));
        assertThat(Samples.of(recording, 0)).isDeepEqualTo(new int[][] {{125, 130}, {80, 81}, {0, 1}});
    }

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t", " ", "  ,\t", " \t "})
    void delimitersAreRecognised(String delimiter) {
        Recording recording = open("a.csv", "# hz: 10\n1" + delimiter + "2\n-3" + delimiter + "+4\r\n");
        assertThat(Samples.of(recording, 0)).isDeepEqualTo(new int[][] {{1, -3}, {2, 4}});
    }

    @ParameterizedTest
    @ValueSource(strings = {"a[mV],b", "a[mV];b", "a[mV]\tb"})
    void headingsHaveTheDelimiterToo(String headings) {
        String delimiter = headings.substring(5, 6);
        Recording recording = open("a.csv", "\ufeff# hz: 10\n" + headings + "\n1" + delimiter + "2\n");
        assertThat(recording.signals()).extracting(RecordedSignal::label).containsExactly("a", "b");
        assertThat(Samples.of(recording, 0)).isDeepEqualTo(new int[][] {{1}, {2}});
    }

    @ParameterizedTest
    @CsvSource({
        "1 1 1, 1 1 1, 0",
        "1.0 2.00 -3, 1 2 -3, 0",
        "1.5 2 -0.25, 150 200 -25, 2",
        ".5 -.5 1., 5 -5 10, 1",
        "0.10 0.20 0.3, 1 2 3, 1",
        "1e2 1.5e1 25e-1, 1000 150 25, 1",
        "1.000000000000000000e+00 -2.500000000000000000e+01 0.000000000000000000e+00, 1 -25 0, 0",
        "100e-2 0e-5 -0.0e3, 1 0 0, 0",
        "2147483647 -2147483648 0, 2147483647 -2147483648 0, 0",
        "214748364.7 -214748364.8 0, 2147483647 -2147483648 0, 1",
        "0.000000001 0 -2, 1 0 -2000000000, 9",
        "00012 -0 +7, 12 0 7, 0",
    })
    void decimalsAreExact(String numbers, String expected, int decimals) {
        Recording recording = openBare(numbers.replace(' ', '\n'));
        assertThat(column(recording, 0)).containsExactly(ints(expected));
        assertThat(channel(recording, 0).gain()).isEqualTo(Math.pow(10, decimals));
    }

    private static int[] ints(String text) {
        return java.util.Arrays.stream(text.split(" ", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "127 -128, 1",
        "128 0, 2",
        "-129 0, 2",
        "32767 -32768, 2",
        "32768 0, 3",
        "8388607 -8388608, 3",
        "8388608 0, 4"
    })
    void samplesTakeTheFewestBytesThatHoldThemAll(String numbers, int bytes) {
        Recording recording = openBare(numbers.replace(' ', '\n'));
        assertThat(channel(recording, 0).sampleBytes()).isEqualTo(bytes);
        assertThat(column(recording, 0)).containsExactly(ints(numbers));
    }

    @Test
    void randomDecimalsAreReadBack() {
        long seed = 20261120;
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            int columns = 1 + random.nextInt(5);
            int rows = 1 + random.nextInt(300);
            int[] scales = new int[columns];
            int[][] expected = new int[columns][rows];
            StringBuilder text = new StringBuilder("# hz: 100\n");
            for (int c = 0; c < columns; c++) {
                scales[c] = random.nextInt(6);
            }
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < columns; c++) {
                    expected[c][r] = r == 0 ? 1 : random.nextInt() >> random.nextInt(32);
                    text.append(c == 0 ? "" : ",")
                            .append(java.math.BigDecimal.valueOf(expected[c][r], scales[c])
                                    .toPlainString());
                }
                text.append('\n');
            }
            Recording recording = open("random.csv", text.toString());
            assertThat(Samples.of(recording, 0))
                    .as("seed %d, round %d", seed, round)
                    .isDeepEqualTo(expected);
        }
    }

    @Test
    void empaticaFilesStateStartAndFrequencyInTheirFirstRows() {
        Recording acceleration =
                open("ACC.csv", "1560279825.0, 1560279825.0, 1560279825.0\n32.0, 32.0, 32.0\n-61,25,6\n");
        assertThat(acceleration.sensorGroups().get(0).frequency()).isEqualTo(Frequency.ofHz(32));
        assertThat(acceleration.startTime()).contains(LocalDateTime.of(2019, 6, 11, 19, 3, 45));
        assertThat(channel(acceleration, 0)).isEqualTo(Channel.ofGain("ACC x", "[g]", 8, -128, 127, 64, 0));
        Recording temperature = open("p7_TEMP.csv", "1560279825.00\n4.000000\n33.15\n33.2\n");
        assertThat(channel(temperature, 0).unit()).isEqualTo("Cel");
        assertThat(column(temperature, 0)).containsExactly(3315, 3320);
        Recording other = open("x.csv", "1560279825.00\n4.000000\n33.15\n");
        assertThat(channel(other, 0).label()).isEqualTo("ch1");
    }

    @Test
    void simpleTextFormatIsRead() {
        Recording recording = open("two.txt", """
                # Simple Text Format
                # Sampling Rate (Hz):= 1000.00
                # Resolution:= 12
                # Labels:= ECG\tEDA
                2055.0\t1.0
                2056.0\t4095.0
                """);
        assertThat(recording.sensorGroups().get(0).frequency()).isEqualTo(Frequency.ofHz(1000));
        assertThat(channel(recording, 1)).isEqualTo(Channel.ofGain("EDA", "1", 12, -32768, 32767, 1, 0));
        assertThat(column(recording, 1)).containsExactly(1, 4095);
    }

    @Test
    void commentsAndBlankLinesBetweenRowsAreSkipped() {
        Recording recording = openBare("1,2\n\n# pause\n  \r\n3,4");
        assertThat(Samples.of(recording, 0)).isDeepEqualTo(new int[][] {{1, 3}, {2, 4}});
    }

    @Test
    void frequencyOfTheCallerMustAgreeWithTheFile() {
        Path file = Fixtures.write(directory.resolve("a.csv"), "# hz: 250\n1\n");
        assertThat(Recordings.open(file, RecordingOptions.hz(Frequency.ofHz(250)))
                        .groups())
                .hasSize(1);
        Fixtures.assertMalformed(
                () -> Recordings.open(file, RecordingOptions.hz(Frequency.ofHz(200))),
                "a.csv",
                "its sampling frequency is 250 Hz, not 200 Hz as the caller says");
    }

    @Test
    void rowsWithoutFrequencyNeedTheCaller() {
        Fixtures.assertMalformed(
                () -> open("a.csv", "1,2\n3,4\n"),
                "a.csv",
                "states no sampling frequency",
                "# hz: 250",
                "RecordingOptions.hz");
        Fixtures.assertMalformed(() -> open("a.csv", "x,y\n3,4\n"), "a.csv", "states no sampling frequency");
        assertThat(openBare("1,2\n3,4\n").groups().get(0).units()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|has no rows",
                "'# hz: 5'|has no rows",
                "'# hz: 5;a,b'|has no rows of numbers",
                "'# hz: 5;1,2;3'|line 3: 1 columns, allowed are 2",
                "'# hz: 5;1,2;3,4,5'|line 3: more than the 2 columns allowed",
                "'# hz: 5;1,2;3,4,'|line 3: more than the 2 columns allowed",
                "'# hz: 5;1,2;3,'|line 3: no number in column 2",
                "'# hz: 5;1,2;,3'|line 3: no number in column 1",
                "'# hz: 5;1,2;3,x'|line 3: no number in column 2 but 'x'",
                "'# hz: 5;1,2;3,NaN'|line 3: no number in column 2 but 'N'",
                "'# hz: 5;1,2;3,4x'|line 3: no number in column 2 but 'x'",
                "'# hz: 5;1,2;3 4,5'|line 3: '4' after the number in column 1",
                "'# hz: 5;1,2;3,1e'|line 3: no number in column 2",
                "'# hz: 5;1,2;3,-'|line 3: no number in column 2",
                "'# hz: 5;1 2;3-4 5'|line 3: no number in column 1 but '-'",
                "'# hz: 5;1;2147483648'|line 3: column 1 needs 0 decimals",
                "'# hz: 5;300;0.00000001'|line 3: column 1 needs 8 decimals",
                "'# hz: 5;1;1e300'|line 3: column 1 needs 0 decimals",
                "'# hz: 5;1;1e-300'|line 3: column 1 needs 300 decimals",
                "'# hz: 5;1;12345678901234567890123'|line 3: column 1 needs 0 decimals",
                "'# hz: fast;1'|frequency 'fast'",
                "'# hz: 0;1'|frequency 0 Hz is outside",
                "'# hz: 5;# resolution: 40;1'|resolution is '40', allowed are 1 to 32 bits",
                "'1560279825;1560279825;1'|frequency 1560279825 Hz is outside",
            })
    void fileThatIsWrongSaysWhereAndWhatIsAllowed(String text, String message) {
        Fixtures.assertMalformed(() -> open("a.csv", text.replace(';', '\n')), "a.csv", message);
    }

    @Test
    void binaryFileIsNoText() {
        Fixtures.assertMalformed(() -> open("a.csv", "ab\0cd"), "a.csv", "line 1 has byte 0: this is not a text file");
        Fixtures.assertMalformed(
                () -> open("a.csv", "# hz: 1\n1\n\0\n"), "a.csv", "line 3: no number in column 1 but byte 0");
    }

    @Test
    void absurdLinesAreRefused() {
        Fixtures.assertMalformed(
                () -> open("a.csv", "x".repeat(70_000)), "line 1 is longer than the 65536 bytes allowed");
        Fixtures.assertMalformed(
                () -> open("a.csv", "# hz: 1\n" + "1,".repeat(600) + "1\n"), "601 columns, allowed are 1 to 512");
    }

    @Test
    void fileThatChangesWhileItIsReadIsReported() {
        StringBuilder rows = new StringBuilder("# hz: 10\n");
        for (int i = 0; i < 50_000; i++) {
            rows.append(i % 100).append('\n');
        }
        Recording recording = open("a.csv", rows.toString());
        Path file = directory.resolve("a.csv");
        Fixtures.write(file, "# hz: 10\n1\n2\n");
        try (RecordedSamples samples = recording.groups().get(0).open()) {
            Fixtures.assertMalformed(
                    () -> samples.read(new Block(16), 100), "a.csv", "it had 50000 rows", "cut off meanwhile");
        }
        Fixtures.write(file, "# hz: 10\n1\n2.5\n");
        try (RecordedSamples samples = recording.groups().get(0).open()) {
            Fixtures.assertMalformed(
                    () -> samples.read(new Block(16), 100), "line 3", "had other numbers when the file was opened");
        }
    }
}
