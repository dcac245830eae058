package org.banip.app.source;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.banip.app.ecg.EcgSettings;
import org.banip.app.ecg.GeneratedEcg;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.spi.Sensor;
import org.banip.recordings.RecordedGroup;
import org.banip.recordings.Recording;
import org.banip.recordings.RecordingOptions;
import org.banip.recordings.Recordings;
import org.banip.surrogate.store.SensorSetDigest;

/** The signal that an MBU streams. Immutable; each use opens new sensors. */
public final class SignalSource {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int GENERATED_HZ = 250;
    private static final double NOISE_MILLIVOLTS = 0.002;
    /** What a user of the command can do about a text file without a sampling frequency. */
    private static final String REMEDY = "give it with --hz, for example --hz 250";

    /** One group of the signal. */
    private record Part(SensorGroup group, long units, Supplier<Sensor> source) {
        double seconds() {
            return units / group.frequency().hertz();
        }
    }

    private final String name;
    private final List<Part> parts;

    private SignalSource(String name, List<Part> parts) {
        this.name = name;
        this.parts = List.copyOf(parts);
    }

    /**
     * A recording from its beginning.
     *
     * @param frequency sampling frequency of a text file without one
     * @param length its length; the whole recording if absent
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING}
     */
    public static SignalSource recording(Path file, Optional<Frequency> frequency, Optional<Duration> length) {
        Recording recording = Recordings.open(file, new RecordingOptions(frequency, REMEDY));
        List<Part> parts = new ArrayList<>();
        for (RecordedGroup recorded : recording.groups()) {
            long units = Math.min(recorded.units(), units(recorded.group(), length));
            parts.add(new Part(recorded.group(), units, () -> new RecordedSensor(recorded.open())));
        }
        return new SignalSource(recording.name(), parts);
    }

    /** A generated ECG of two leads; it is endless without a length. */
    public static SignalSource generated(Optional<Duration> length) {
        EcgSettings settings = EcgSettings.builder()
                .frequency(Frequency.ofHz(GENERATED_HZ))
                .leads(List.of("II", "V5"))
                .noise(NOISE_MILLIVOLTS)
                .build();
        SensorGroup group = new GeneratedEcg(settings).group();
        return new SignalSource(
                "generated ECG", List.of(new Part(group, units(group, length), () -> new GeneratedEcg(settings))));
    }

    private static long units(SensorGroup group, Optional<Duration> length) {
        return length.map(time -> Math.max(1, group.frequency().unitAtOrAfter(time.toNanos())))
                .orElse(Long.MAX_VALUE);
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** Its groups. */
    public List<SensorGroup> groups() {
        return parts.stream().map(Part::group).toList();
    }

    /** Length of the signal; empty if it is endless. */
    public Optional<Duration> length() {
        if (parts.stream().anyMatch(part -> part.units == Long.MAX_VALUE)) {
            return Optional.empty();
        }
        double seconds = parts.stream().mapToDouble(Part::seconds).max().orElse(0);
        return Optional.of(Duration.ofNanos((long) (seconds * NANOS_PER_SECOND)));
    }

    /**
     * Opens a sensor for each group; the caller, or the MBU that gets them, closes them.
     *
     * @param digest of these groups; receives the units that are read, on the reading thread
     */
    public List<Sensor> open(SensorSetDigest digest) {
        List<Sensor> sensors = new ArrayList<>();
        try {
            for (Part part : parts) {
                sensors.add(new MeteredSensor(part.source.get(), part.units, sensors.size(), digest));
            }
            return sensors;
        } catch (RuntimeException e) {
            sensors.forEach(Sensor::close);
            throw e;
        }
    }
}
