package org.banip.app.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * A BAN's signal at any rate: sampling frequencies are scaled so that all groups together have a given number of bytes per second, and instants
 * follow the scaled frequencies. The signal is a recording or is generated. A generated sensor set has 30 bytes (15 channels of 16 bits, as in 2003)
 * or another size.
 *
 * @param recording the recording to replay; the signal is generated if empty
 * @param live channels of a generated signal that have a sensor; the others never change
 * @param setBytes bytes of a generated signal's sensor set, 1 to 1024: channels of 16 bits, and one of 8 if the number is odd
 */
public record BanSignal(Optional<Path> recording, int live, int setBytes) {
    private static final int SET_BYTES = 30;
    private static final int MOST_SET_BYTES = 1024;
    private static final long MILLI = 1000;

    /** Checks the numbers. */
    public BanSignal {
        if (setBytes < 1 || setBytes > MOST_SET_BYTES) {
            throw new IllegalArgumentException(
                    "sensor sets of " + setBytes + " bytes, allowed are 1 to " + MOST_SET_BYTES);
        }
        if (live < 0 || live > channels(setBytes)) {
            throw new IllegalArgumentException(
                    live + " channels with a sensor, allowed are 0 to " + channels(setBytes));
        }
    }

    private static int channels(int setBytes) {
        return (setBytes + 1) / 2;
    }

    /** A generated signal with this number of channels that have a sensor. */
    public static BanSignal generated(int live) {
        return new BanSignal(Optional.empty(), live, SET_BYTES);
    }

    /** A generated signal with sensor sets of this size in bytes, all of whose channels have a sensor. */
    public static BanSignal ofSets(int setBytes) {
        return new BanSignal(Optional.empty(), channels(setBytes), setBytes);
    }

    /**
     * A recording, which is opened once to check it.
     *
     * @throws org.banip.core.error.BanipException {@code MALFORMED_RECORDING}
     */
    public static BanSignal of(Path recording) {
        SignalSource unused = play(recording);
        return new BanSignal(Optional.of(recording), 0, SET_BYTES);
    }

    /** Its name in results. */
    public String name() {
        return recording
                .map(file -> String.valueOf(file.getFileName()))
                .orElseGet(() -> live + " of " + channels(setBytes) + " channels");
    }

    /** Reads what {@link #writeTo} wrote. */
    public static BanSignal read(JsonObject json) {
        return new BanSignal(
                json.optionalString("recording").map(Path::of), (int) json.integer("live", 0, MOST_SET_BYTES), (int)
                        json.integer("setBytes", 1, MOST_SET_BYTES));
    }

    /** Writes it as fields of an object. */
    public void writeTo(JsonWriter json) {
        recording.ifPresent(
                file -> json.field("recording", file.toAbsolutePath().toString()));
        json.field("live", live).field("setBytes", setBytes);
    }

    /** The groups with the frequencies at which all together have a given number of bytes per second. */
    public List<SensorGroup> groups(double bytesPerSecond) {
        List<SensorGroup> groups = recording
                .map(BanSignal::play)
                .map(SignalSource::groups)
                .orElseGet(() -> List.of(NoisySensor.group(setBytes)));
        double natural = groups.stream()
                .mapToDouble(group -> group.setBytes() * group.frequency().hertz())
                .sum();
        return groups.stream()
                .map(group -> scaled(group, bytesPerSecond / natural))
                .toList();
    }

    /** Opens sensors for the groups that {@link #groups} returns; the caller closes them. */
    public List<Sensor> open(double bytesPerSecond) {
        List<SensorGroup> groups = groups(bytesPerSecond);
        if (recording.isEmpty()) {
            return List.of(new NoisySensor(groups.get(0), live));
        }
        SignalSource source = play(recording.get());
        List<Sensor> played = source.open(new SensorSetDigest(source.groups()));
        List<Sensor> sensors = new ArrayList<>();
        for (int group = 0; group < played.size(); group++) {
            sensors.add(new Rescheduled(groups.get(group), played.get(group)));
        }
        return sensors;
    }

    private static SignalSource play(Path file) {
        return SignalSource.recording(file, Optional.empty(), Optional.empty());
    }

    /** Rounds to a thousandth of a hertz, high frequencies to a hertz. */
    private static SensorGroup scaled(SensorGroup group, double factor) {
        double hertz = group.frequency().hertz() * factor;
        Frequency frequency = hertz < MILLI
                ? new Frequency(Math.max(1, Math.round(hertz * MILLI)), MILLI)
                : Frequency.ofHz(Math.round(hertz));
        return new SensorGroup(group.name(), frequency, group.serviceClass(), group.latencyBound(), group.channels());
    }

    /** The samples of another sensor at another frequency. */
    private record Rescheduled(SensorGroup group, Sensor sensor) implements Sensor {
        @Override
        public int read(Block into, int maxUnits) {
            return sensor.read(into, maxUnits);
        }

        @Override
        public void close() {
            sensor.close();
        }
    }
}
