package org.banip.measure.study;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SensorGroup;

/** Kind of a group's sensors, derived from labels, units and names of well-known databases. */
public enum SensorKind {
    /** Values computed from signals, at most one per second. */
    NUMERICS("numerics"),
    /** Electrocardiogram. */
    ECG("ECG", "ecg", "ekg", "mlii", "avr", "avl", "avf", "mitdb", "ptb", "cpsc"),
    /** Electroencephalogram. */
    EEG("EEG", "eeg", "biosemi"),
    /** Electromyogram. */
    EMG("EMG", "emg", "myo"),
    /** Acceleration. */
    ACCELERATION("acceleration", "acc", "accel", "accelerometer", "m/s2", "ax3"),
    /** Photoplethysmogram. */
    PLETHYSMOGRAM("plethysmogram", "ppg", "pleth", "bvp"),
    /** Breathing. */
    RESPIRATION("respiration", "resp", "thorax", "airflow", "breath"),
    /** Conductance of the skin. */
    SKIN("skin conductance", "eda", "gsr", "us"),
    /** Pressure of blood or air. */
    PRESSURE("pressure", "abp", "art", "bp", "mm[hg]"),
    /** Several of these in one group. */
    SEVERAL("several kinds"),
    /** Unknown. */
    OTHER("not told");

    private static final double NUMERICS_HZ = 1;

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<String> words;

    SensorKind(String label, String... words) {
        this.label = label;
        this.words = List.of(words);
    }

    /** Its name in texts. */
    public String label() {
        return label;
    }

    /**
     * The kind of a group, from its channels, or else from its recording's name.
     *
     * @param name of the recording
     */
    public static SensorKind of(String name, SensorGroup group) {
        if (group.frequency().hertz() <= NUMERICS_HZ) {
            return NUMERICS;
        }
        List<SensorKind> kinds =
                group.channels().stream().flatMap(SensorKind::told).distinct().collect(Collectors.toList());
        if (kinds.isEmpty()) {
            kinds = told(group.name() + " " + name).limit(1).collect(Collectors.toList());
        }
        return kinds.isEmpty() ? OTHER : kinds.size() == 1 ? kinds.get(0) : SEVERAL;
    }

    private static Stream<SensorKind> told(Channel channel) {
        return Stream.concat(told(channel.label()), told(channel.unit())).limit(1);
    }

    private static Stream<SensorKind> told(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("[\\s_.,/-]+", -1);
        List<String> said = Stream.concat(Stream.of(text.toLowerCase(Locale.ROOT)), Stream.of(parts))
                .flatMap(part -> Stream.of(part, part.replaceAll("[0-9]+$", "")))
                .toList();
        return Stream.of(values()).filter(kind -> kind.words.stream().anyMatch(said::contains));
    }
}
