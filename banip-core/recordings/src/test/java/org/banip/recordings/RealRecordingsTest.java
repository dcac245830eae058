package org.banip.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.Arrays;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every kind of real recording, sample for sample against the same stream rewritten as WFDB format 16. */
class RealRecordingsTest {
    @ParameterizedTest(name = "{0}, group {1}, is {2}")
    @CsvSource({
        "100.hea, 0, mitdb100",
        "Q0017.hea, 0, cpsc_Q0017",
        "a103l.hea, 0, icu_a103l",
        "s0010_re.hea, 0, ptb_s0010",
        "s00001-2896-10-10-00-31n.hea, 0, mimic_numerics",
        "faros180.edf, 0, faros_ecg",
        "faros180.edf, 1, faros_acc",
        "mne_test.edf, 0, eeg_biosemi",
        "e4_ACC.csv, 0, e4_acc",
        "e4_HR.csv, 0, e4_hr",
        "biosppy_eda.txt, 0, bio_eda",
        "biosppy_eeg_ec.txt, 0, bio_eeg_ec",
        "biosppy_emg.txt, 0, bio_emg",
        "biosppy_ppg.txt, 0, bio_ppg",
        "biosppy_resp.txt, 0, bio_resp",
    })
    void samplesEqualTheCanonicalOnes(String name, int group, String canonical) {
        Recording recording = Recordings.open(RealRecordings.path(name));
        int[][] samples = Samples.of(recording, group);
        int[][] expected = Samples.of(Recordings.open(RealRecordings.path("canonical/" + canonical + ".hea")), 0);
        assertThat(recording.groups().get(group).units()).isEqualTo(expected[0].length);
        for (int c = 0; c < expected.length; c++) {
            Samples.assertEqual(samples[c], expected[c], "channel " + c);
        }
    }

    @Test
    void bareRowsEqualTheCanonicalOnesAndTheLabelColumnTravelsToo() {
        Recording recording =
                Recordings.open(RealRecordings.path("myo_44444-1_6.txt"), RecordingOptions.hz(Frequency.ofHz(200)));
        int[][] samples = Samples.of(recording, 0);
        int[][] expected = Samples.of(Recordings.open(RealRecordings.path("canonical/myo_l.hea")), 0);
        assertThat(samples).hasNumberOfRows(9);
        for (int c = 0; c < 8; c++) {
            Samples.assertEqual(samples[c], expected[c], "channel " + c);
        }
        assertThat(Arrays.stream(samples[8]).distinct().toArray()).containsExactly(0, 6);
    }

    @Test
    void multiRateRecordEqualsTheCanonicalOneInEachGroup() {
        Recording recording = Recordings.open(RealRecordings.path("03700181.hea"));
        int[][] expected = Samples.of(Recordings.open(RealRecordings.path("canonical/mimic_037.hea")), 0);

        assertThat(recording.sensorGroups()).extracting(group -> group.name()).containsExactly("g500", "g125");
        assertThat(recording.groups()).extracting(RecordedGroup::units).containsExactly(300_000L, 75_000L);
        int[] fast = Samples.of(recording, 0)[0];
        for (int i = 0; i < fast.length; i++) {
            if (fast[i] != expected[i % 4][i / 4]) {
                assertThat(fast[i]).as("sample %d", i).isEqualTo(expected[i % 4][i / 4]);
            }
        }
        int[][] slow = Samples.of(recording, 1);
        Samples.assertEqual(slow[0], expected[4], "ABP");
        Samples.assertEqual(slow[1], expected[5], "RESP");
    }

    @Test
    void record100SaysWhatItMeasures() {
        Recording recording = Recordings.open(RealRecordings.path("100.hea"));
        assertThat(recording.name()).isEqualTo("100");
        assertThat(recording.format()).isEqualTo("WFDB");
        assertThat(recording.groups().get(0).units()).isEqualTo(650_000);
        assertThat(recording.sensorGroups().get(0).frequency()).isEqualTo(Frequency.ofHz(360));
        Channel lead = recording.sensorGroups().get(0).channels().get(0);
        assertThat(lead).isEqualTo(Channel.ofGain("MLII", "mV", 11, -2048, 2047, 200, 1024));
        assertThat(recording.signals().get(0).attributes()).containsEntry("checksum", "-22131");
        int[][] samples = Samples.of(recording, 0);
        assertThat(Samples.checksum(samples[0])).isEqualTo(-22131);
        assertThat(Samples.checksum(samples[1])).isEqualTo(20052);
    }

    @Test
    void numericsKeepTheirSlowFrequencyTheirStartAndTheirSentinel() {
        Recording recording = Recordings.open(RealRecordings.path("s00001-2896-10-10-00-31n.hea"));
        assertThat(recording.sensorGroups().get(0).name()).isEqualTo("g1_60");
        assertThat(recording.sensorGroups().get(0).frequency()).isEqualTo(new Frequency(1, 60));
        assertThat(recording.startTime()).contains(LocalDateTime.of(2896, 10, 10, 0, 31, 25, 894_000_000));
        assertThat(recording.sensorGroups().get(0).channels())
                .extracting(Channel::unit)
                .containsExactly(
                        "/min", "mm[Hg]", "mm[Hg]", "mm[Hg]", "/min", "/min", "%", "mm[Hg]", "mm[Hg]", "mm[Hg]");
        assertThat(Samples.of(recording, 0)[7][0]).isEqualTo(Short.MIN_VALUE);
    }

    @Test
    void startTimesAreRead() {
        assertThat(Recordings.open(RealRecordings.path("03700181.hea")).startTime())
                .contains(LocalDateTime.of(1994, 8, 15, 17, 27, 45));
        assertThat(Recordings.open(RealRecordings.path("Q0017.hea")).startTime())
                .contains(LocalDateTime.of(2020, 5, 15, 15, 35, 30));
        assertThat(Recordings.open(RealRecordings.path("faros180.edf")).startTime())
                .contains(LocalDateTime.of(2018, 10, 12, 16, 54, 12));
        assertThat(Recordings.open(RealRecordings.path("e4_ACC.csv")).startTime())
                .contains(LocalDateTime.of(2019, 6, 11, 19, 3, 45));
        assertThat(Recordings.open(RealRecordings.path("biosppy_eeg_ec.txt")).startTime())
                .contains(LocalDateTime.of(2021, 7, 18, 23, 58, 26, 361_264_000));
        assertThat(Recordings.open(RealRecordings.path("100.hea")).startTime()).isEmpty();
    }

    @Test
    void edfSignalsAreGroupedByRate() {
        Recording recording = Recordings.open(RealRecordings.path("faros180.edf"));
        assertThat(recording.sensorGroups())
                .extracting(group -> group.name())
                .containsExactly("g500", "g25", "g1", "g5");
        assertThat(recording.groups()).extracting(RecordedGroup::units).containsExactly(39_000L, 1_950L, 78L, 390L);
        assertThat(recording.sensorGroups().get(1).channels().get(0))
                .isEqualTo(new Channel("Accelerometer_X", "m[g]", 16, -8000, 8000, -4000, 4000));
    }

    @Test
    void edfSamplesOutsideTheDeclaredRangeTravel() {
        Recording recording = Recordings.open(RealRecordings.path("mne_test.edf"));
        assertThat(recording.sensorGroups()).extracting(group -> group.name()).containsExactly("g512", "annotations");
        assertThat(recording.sensorGroups().get(0).channels()).hasSize(139);
        assertThat(recording.sensorGroups().get(0).setBytes()).isEqualTo(2 * 139);
        assertThat(recording.sensorGroups().get(0).channels().get(0))
                .isEqualTo(new Channel("A1", "uV", 16, -32768, 32767, -32768, 32767));
        assertThat(recording.signals().get(0).attributes()).containsEntry("digital maximum", "100");
        int[][] annotations = Samples.of(recording, 1);
        assertThat((char) (annotations[0][0] & 0xff)).isEqualTo('+');
        Samples.of(recording, 0);
    }
}
