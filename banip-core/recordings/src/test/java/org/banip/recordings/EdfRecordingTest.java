package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EdfRecordingTest {
    private static final String WHOLE_RANGE = "-32768 32767 -32768 32767";
    private static final Random RANDOM = new Random(1992);

    @TempDir
    Path directory;

    /** Overwrites a field of the header. */
    private Path patch(Path file, int at, String text) {
        byte[] bytes = Fixtures.read(file);
        byte[] field = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(field, 0, bytes, at, field.length);
        return Fixtures.write(file, bytes);
    }

    private EdfFixture small() {
        return new EdfFixture(false, "", "1").signal("ECG", "uV", "-100 100 -2048 2047", 2, 1, 2, 3, 4);
    }

    @Test
    void groupsByRateAndAnnotationsApart() {
        int[] ecg = WfdbFixture.samples(16, 400, RANDOM);
        int[] left = WfdbFixture.samples(16, 80, RANDOM);
        int[] notes = WfdbFixture.samples(16, 80, RANDOM);
        int[] right = WfdbFixture.samples(16, 80, RANDOM);
        int[] more = WfdbFixture.samples(16, 12, RANDOM);
        Path file = new EdfFixture(false, "EDF+C", "0.5")
                .signal("ECG", "mV", "-10 10 -32768 32767", 100, ecg)
                .signal("EEG left", "uV", WHOLE_RANGE, 20, left)
                .signal("EDF Annotations", "", "-1 1 -32768 32767", 20, notes)
                .signal("EEG right", "uV", WHOLE_RANGE, 20, right)
                .signal("EDF Annotations", "", "-1 1 -32768 32767", 3, more)
                .write(directory.resolve("night 1.edf"));
        Recording recording = Recordings.open(file);
        assertThat(recording.name()).isEqualTo("night 1");
        assertThat(recording.format()).isEqualTo("EDF");
        assertThat(recording.startTime()).contains(LocalDateTime.of(2026, 11, 20, 8, 15, 30));
        assertThat(recording.sensorGroups())
                .extracting(SensorGroup::name)
                .containsExactly("g200", "g40", "annotations", "annotations.2");
        assertThat(recording.groups()).extracting(RecordedGroup::units).containsExactly(400L, 80L, 80L, 12L);
        Samples.assertEqual(Samples.of(recording, 0)[0], ecg, "ECG");
        assertThat(Samples.of(recording, 1)).isDeepEqualTo(new int[][] {left, right});
        assertThat(Samples.of(recording, 2)).isDeepEqualTo(new int[][] {notes});
        assertThat(Samples.of(recording, 3)).isDeepEqualTo(new int[][] {more});
        assertThat(recording.signals().get(0).attributes())
                .containsEntry("transducer type", "electrode")
                .containsEntry("physical minimum", "-10")
                .containsEntry("prefiltering", "HP:0.1Hz");
        assertThat(recording.attributes()).containsEntry("reserved", "EDF+C").containsEntry("record seconds", "0.5");
    }

    @Test
    void declaredRangesBecomeTheChannels() {
        Channel channel = Recordings.open(small().write(directory.resolve("a.edf")))
                .sensorGroups()
                .get(0)
                .channels()
                .get(0);
        assertThat(channel).isEqualTo(new Channel("ECG", "uV", 16, -2048, 2047, -100, 100));
    }

    @Test
    void samplesOutsideANarrowRangeTravelExactly() {
        int[] samples = {-32768, 0, 100, 32767};
        Recording recording = Recordings.open(new EdfFixture(false, "", "1")
                .signal("A1", "uV", "0 50 0 100", 4, samples)
                .write(directory.resolve("a.edf")));
        Channel channel = recording.sensorGroups().get(0).channels().get(0);
        assertThat(channel.sampleBytes()).isEqualTo(2);
        assertThat(channel.toPhysical(100)).isEqualTo(50);
        assertThat(Samples.of(recording, 0)[0]).containsExactly(samples);
    }

    @Test
    void bdfHas24Bits() {
        int[] samples = WfdbFixture.samples(24, 300, RANDOM);
        int[] status = WfdbFixture.samples(24, 30, RANDOM);
        Recording recording = Recordings.open(new EdfFixture(true, "24BIT", "1")
                .signal("A1", "uV", "-262144 262143 -8388608 8388607", 100, samples)
                .signal("Status", "Boolean", "0 1 0 1", 10, status)
                .write(directory.resolve("a.bdf")));
        assertThat(recording.format()).isEqualTo("BDF");
        assertThat(recording.sensorGroups()).extracting(SensorGroup::setBytes).containsExactly(3, 3);
        Samples.assertEqual(Samples.of(recording, 0)[0], samples, "A1");
        assertThat(Samples.of(recording, 1)[0]).isEqualTo(status);
        assertThat(recording.sensorGroups().get(1).channels().get(0).unit()).isEqualTo("{Boolean}");
    }

    @Test
    void dataRecordsLongerThanAnyWindowAreRead() {
        int[] one = WfdbFixture.samples(16, 2 * 300_000, RANDOM);
        int[] two = WfdbFixture.samples(16, 2 * 300_000, RANDOM);
        Recording recording = Recordings.open(new EdfFixture(false, "", "300")
                .signal("one", "uV", WHOLE_RANGE, 300_000, one)
                .signal("two", "uV", WHOLE_RANGE, 300_000, two)
                .write(directory.resolve("a.edf")));
        int[][] samples = Samples.of(recording, 0);
        Samples.assertEqual(samples[0], one, "one");
        Samples.assertEqual(samples[1], two, "two");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "0.5, 1, 2",
        "2, 1, 1/2",
        "0.0256, 1, 625/16",
        "60, 1, 1/60",
        "0.004, 2, 500",
        ".25, 1, 4",
        "0.123457, 7, 56.70"
    })
    void frequencyIsTheExactFraction(String seconds, int perRecord, String expected) {
        Recording recording = Recordings.open(new EdfFixture(false, "", seconds)
                .signal("x", "", WHOLE_RANGE, perRecord, new int[perRecord])
                .write(directory.resolve("a.edf")));
        Frequency frequency = recording.sensorGroups().get(0).frequency();
        if (expected.contains(".")) {
            assertThat(frequency.hertz()).isBetween(7 / 0.1234571, 7 / 0.1234569);
        } else {
            assertThat(frequency.toString()).isEqualTo(expected);
        }
    }

    @Test
    void unknownNumberOfRecordsComesFromTheFile() {
        Recording recording = Recordings.open(small().records("-1").write(directory.resolve("a.edf")));
        assertThat(recording.groups().get(0).units()).isEqualTo(4);
        assertThat(Samples.of(recording, 0)[0]).containsExactly(1, 2, 3, 4);
    }

    @Test
    void anonymisedStartIsNone() {
        Path file = small().write(directory.resolve("a.edf"));
        assertThat(Recordings.open(patch(file, 168, "00.00.00")).startTime()).isEmpty();
        assertThat(Recordings.open(patch(file, 168, "XX.XX.XX")).startTime()).isEmpty();
        assertThat(Recordings.open(patch(file, 168, "01.02.85")).startTime())
                .contains(LocalDateTime.of(1985, 2, 1, 8, 15, 30));
    }

    @Test
    void fileCutOffAnywhereIsReportedAtOnce() {
        Path file = small().write(directory.resolve("a.edf"));
        byte[] whole = Fixtures.read(file);
        for (int length = 0; length < whole.length; length++) {
            Fixtures.write(file, Arrays.copyOf(whole, length));
            Fixtures.assertMalformed(() -> Recordings.open(file), "a.edf", "cut off");
        }
    }

    @Test
    void fileTooLongIsReported() {
        Path file = small().write(directory.resolve("a.edf"));
        Fixtures.write(file, Arrays.copyOf(Fixtures.read(file), 521));
        Fixtures.assertMalformed(() -> Recordings.open(file), "521 bytes, allowed are 520 for 2 frames of 2 samples");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|1|begins with '1', an EDF file with '0'",
                "184|768|header bytes is '768', allowed is 512",
                "192|EDF+D|is discontinuous (EDF+D), which is not supported",
                "236|3|hold 2 frames, but the header promises 3",
                "236|1|520 bytes, allowed are 516 for 1 frames",
                "236|0|has no data records",
                "236|-2|number of data records is '-2', allowed are -1 to 99999999",
                "236|many|number of data records is 'many'",
                "244|0|duration of a data record is '0', allowed are seconds above 0",
                "244|-1|duration of a data record is '-1'",
                "244|1e9|duration of a data record is '1e9'",
                "252|0|number of signals is '0', allowed are 1 to 9999",
                "252|9999|ends inside its header",
                "252|-1|number of signals is '-1'",
                "360|ten|physical minimum of signal ECG is 'ten', not a number",
                "360|100|physical range 100.0 to 100.0 is empty",
                "376|-40000|digital minimum of signal ECG is '-40000', allowed are -32768 to 32767",
                "376|2047|digital range 2047 to 2047 is empty",
                "472|0|samples per data record of signal 0 is '0', allowed are 1 to 99999999",
                "472|99999999|hold 0 frames, but the header promises 2",
            })
    void headerThatIsWrongSaysWhatIsAllowed(int at, String text, String message) {
        String field = text + " ".repeat((at == 252 ? 4 : 8) - text.length());
        Path file = patch(small().write(directory.resolve("a.edf")), at, field);
        Fixtures.assertMalformed(() -> Recordings.open(file), "a.edf", message);
    }

    @Test
    void tooManyChannelsAreReported() {
        EdfFixture fixture = new EdfFixture(false, "", "1");
        for (int i = 0; i < 513; i++) {
            fixture.signal("s" + i, "", WHOLE_RANGE, 1, 0);
        }
        Path file = fixture.write(directory.resolve("a.edf"));
        Fixtures.assertMalformed(() -> Recordings.open(file), "group g1: 513 channels, allowed are 1 to 512");
    }
}
