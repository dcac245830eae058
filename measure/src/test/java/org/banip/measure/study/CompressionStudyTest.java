package org.banip.measure.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.measure.compression.CompressionRow;
import org.banip.measure.compression.RecordingFolder;
import org.banip.measure.results.ResultRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionStudyTest {
    @TempDir
    Path directory;

    /** The thesis's recordings: channels, those with a sensor, reduction and what of it is significant. */
    @ParameterizedTest
    @CsvSource({"6, 1, 0.97, 0.82", "14, 4, 0.83, 0.41", "10, 5, 0.70, 0.40", "6, 3, 0.60, 0.20", "6, 5, 0.25, 0.10"})
    void significantReductionIsThatOfTheThesis(int channels, int sensors, double reduction, double significant) {
        SensorShare share = new SensorShare(channels, sensors, 1 - (double) sensors / channels);
        assertThat(share.significant(reduction)).isCloseTo(significant, within(0.011));
    }

    @Test
    void aChannelThatNeverMovesHasNoSensor() throws Exception {
        RecordingFolder folder = recording();
        ResultRow row = new CompressionStudy(folder, List.of(measured("deflate-6", "4050 B", 0.75)))
                .rows()
                .get(0);
        JsonObject read = JsonObject.parse(row.json());
        assertThat(read.integer("channels", 0, 9)).isEqualTo(2);
        assertThat(read.integer("significantChannels", 0, 9)).isEqualTo(1);
        assertThat(read.number("staticShare")).isEqualTo(0.5);
        assertThat(read.number("significantReduction")).isEqualTo(0.5);
        assertThat(read.string("kind")).isEqualTo("ECG");
    }

    @Test
    void meansAreByKindAndForAllWaveformsWithThePublishedOneBeside() throws Exception {
        List<ResultRow> means = new CompressionStudy(
                        recording(), List.of(measured("deflate-6", "4050 B", 0.75), measured("rice", "0.5 s", 0.8)))
                .means();
        assertThat(means.stream().map(ResultRow::json).map(JsonObject::parse).map(row -> row.string("kind")))
                .containsExactly("all waveforms", "all waveforms", "ECG", "ECG");
        JsonObject published = JsonObject.parse(means.get(0).json());
        assertThat(published.number("published")).isEqualTo(0.39);
        assertThat(published.number("ratio")).isCloseTo(0.5 / 0.39, within(1e-9));
        assertThat(new StudyTable(means).toLines())
                .anyMatch(line -> line.contains("published, other recordings: 67 and 39"));
    }

    @ParameterizedTest
    @CsvSource({
        "x, MLII, mV, 360, ECG",
        "x, ch0, 1, 360, OTHER",
        "mitdb100, ch0, 1, 360, ECG",
        "bio_eeg_ec, ch0, 1, 128, EEG",
        "x, ACC_x, g, 100, ACCELERATION",
        "x, Pleth, 1, 125, PLETHYSMOGRAM",
        "x, HR, /min, 1, NUMERICS",
        "x, EDA, uS, 4, SKIN"
    })
    void whatIsSensedIsToldByChannelsOrElseByNames(String name, String label, String unit, int hz, SensorKind kind) {
        Channel channel = new Channel(label, unit, 16, -32768, 32767, -1, 1);
        assertThat(SensorKind.of(name, SensorGroup.live("group", Frequency.ofHz(hz), List.of(channel))))
                .isEqualTo(kind);
    }

    private RecordingFolder recording() throws Exception {
        StringBuilder csv = new StringBuilder("# hz: 250\nECG,spare\n");
        Random random = new Random(5);
        for (int i = 0; i < 500; i++) {
            csv.append(random.nextInt(100)).append(",7\n");
        }
        Files.writeString(directory.resolve("patient.csv"), csv);
        RecordingFolder folder = RecordingFolder.open(directory);
        assertThat(folder.refused()).isEmpty();
        return folder;
    }

    private CompressionRow measured(String method, String packet, double reduction) {
        return new CompressionRow("patient", 2, 250, method, packet, 1000, 4000, Math.round(4000 * (1 - reduction)));
    }
}
