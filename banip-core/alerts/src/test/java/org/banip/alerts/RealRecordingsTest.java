package org.banip.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.banip.alerts.ecg.BeatDetector;
import org.banip.alerts.finding.Finding;
import org.banip.alerts.signals.RealRecordings;
import org.banip.alerts.signals.Score;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.Recordings;
import org.banip.recordings.WfdbAnnotation;
import org.banip.recordings.WfdbAnnotations;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Detectors on real recordings, where they are there. */
class RealRecordingsTest {
    private static final long ORIGIN = 1_700_000_000_000_000_000L;

    @ParameterizedTest
    @CsvSource({"0", "1"})
    void theBeatsOfRecordOneHundredAreFound(int channel) {
        List<Integer> known = new ArrayList<>();
        for (WfdbAnnotation annotation : WfdbAnnotations.read(RealRecordings.path("100.atr"))) {
            if (annotation.isBeat()) {
                known.add((int) annotation.sample());
            }
        }
        RecordedGroup recorded =
                Recordings.open(RealRecordings.path("100.hea")).groups().get(0);
        Score score = Score.of(beats(recorded, channel), known, 360);
        assertThat(score.sensitivity()).as("%s", score).isGreaterThanOrEqualTo(99.8);
        assertThat(score.precision()).as("%s", score).isGreaterThanOrEqualTo(99.8);
    }

    /** A monitor raised an alarm of asystole at 300 s of this record; experts called it false. */
    @Test
    void theIntensiveCareRecordRaisesNoAsystole() {
        for (String channels : List.of("'II'", "'V'", "'II','V'")) {
            List<Finding> findings = heartRate("a103l.hea", 0, channels);
            assertThat(findings).as(channels).extracting(Finding::kind).doesNotContain("asystole");
        }
    }

    /** No physician has annotated these: what can be said is whether the intervals are those of a heart. The figures of docs/alerts.md. */
    @ParameterizedTest
    @CsvSource({
        "03700181.hea, 0, 1225, 0.49, 0.39, 0.54",
        "a103l.hea, 0, 707, 0.47, 0.12, 0.93",
        "a103l.hea, 1, 687, 0.47, 0.12, 3.27",
        "Q0017.hea, 1, 72, 0.78, 0.07, 1.55",
        "Q0017.hea, 7, 74, 0.78, 0.07, 1.55",
        "s0010_re.hea, 1, 51, 0.73, 0.71, 0.76",
        "s0010_re.hea, 7, 52, 0.73, 0.71, 0.76",
        "s0010_re.hea, 12, 51, 0.73, 0.71, 0.76",
    })
    void beatsWithoutAnnotationsHaveTheIntervalsOfAHeart(
            String name, int channel, int number, double median, double shortest, double longest) {
        RecordedGroup recorded =
                Recordings.open(RealRecordings.path(name)).groups().get(0);
        List<Integer> beats = beats(recorded, channel);
        double hertz = recorded.group().frequency().hertz();
        List<Double> intervals = new ArrayList<>();
        for (int i = 1; i < beats.size(); i++) {
            intervals.add((beats.get(i) - beats.get(i - 1)) / hertz);
        }
        Collections.sort(intervals);
        assertThat(beats).hasSize(number);
        assertThat(intervals.get(intervals.size() / 2)).isCloseTo(median, within(0.005));
        assertThat(intervals).allMatch(interval -> interval > shortest - 0.005 && interval < longest + 0.005);
    }

    @ParameterizedTest
    @CsvSource({"03700181.hea, 'MCL1'", "Q0017.hea, 'II'", "s0010_re.hea, 'ii'", "100.hea, 'MLII'"})
    void heartsThatBeatRaiseNoAsystole(String name, String channel) {
        List<Finding> findings = heartRate(name, 0, "'" + channel.replace("'", "") + "'");
        assertThat(findings).extracting(Finding::kind).doesNotContain("asystole");
    }

    @ParameterizedTest
    @CsvSource({"e4_ACC.csv, 0", "faros180.edf, 1"})
    void whoWearsASensorAndDoesNotFallRaisesNothing(String name, int group) {
        RecordedGroup recorded =
                Recordings.open(RealRecordings.path(name)).groups().get(group);
        StringBuilder channels = new StringBuilder();
        for (Channel channel : recorded.group().channels()) {
            channels.append(channels.length() == 0 ? "'" : ",'")
                    .append(channel.label())
                    .append('\'');
        }
        String detector =
                "{'name':'f','kind':'fall','group':'" + recorded.group().name() + "','channels':[" + channels + "]}";
        assertThat(run(recorded, detector)).isEmpty();
    }

    private static List<Finding> heartRate(String name, int group, String channels) {
        RecordedGroup recorded =
                Recordings.open(RealRecordings.path(name)).groups().get(group);
        return run(
                recorded,
                "{'name':'h','kind':'heart-rate','group':'" + recorded.group().name() + "','channels':[" + channels
                        + "]}");
    }

    private static List<Finding> run(RecordedGroup recorded, String detector) {
        SensorGroup group = recorded.group();
        List<Finding> findings = new ArrayList<>();
        AlertRules.parse("{\"detectors\":[" + detector.replace('\'', '"') + "]}", "rules")
                .watch(group, findings::add)
                .sensorSets(RealRecordings.bytes(recorded), 0, (int) recorded.units(), ORIGIN, 0);
        return findings;
    }

    private static List<Integer> beats(RecordedGroup recorded, int channel) {
        int[] samples = RealRecordings.channel(recorded, channel);
        List<Integer> beats = new ArrayList<>();
        int[] now = {0};
        BeatDetector detector = new BeatDetector(
                recorded.group().channels().get(channel), recorded.group().frequency(), ago -> beats.add(now[0] - ago));
        for (int i = 0; i < samples.length; i++) {
            now[0] = i;
            detector.sample(samples[i]);
        }
        return beats;
    }
}
