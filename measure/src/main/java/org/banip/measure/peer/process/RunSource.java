package org.banip.measure.peer.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.core.ban.Frequency;
import org.banip.mbu.sensor.Sensor;
import org.banip.measure.source.SignalSource;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * What is streamed, in a form that both processes of a run can open.
 *
 * @param recording the file; a generated ECG if empty
 * @param frequency of a text file that states none
 * @param length how much of it
 * @param passes how often, one after the other
 */
public record RunSource(Optional<Path> recording, Optional<Frequency> frequency, Duration length, int passes) {
    /** The signal. */
    public SignalSource open() {
        return recording
                .map(file -> SignalSource.recording(file, frequency, Optional.of(length)))
                .orElseGet(() -> SignalSource.generated(Optional.of(length)));
    }

    /** Its sensors. */
    List<Sensor> sensors(long originNanos, SensorSetDigest digest) {
        return RepeatedSensor.all(open(), passes, originNanos, digest);
    }

    /** Sensor sets of one pass; of a recording that is shorter than asked for, fewer. */
    public long setsPerPass() {
        SignalSource source = open();
        Duration actual = source.length().orElse(length);
        return source.groups().stream()
                .mapToLong(group -> group.frequency().unitAtOrAfter(actual.toNanos()))
                .sum();
    }

    /** The same with another length. */
    public RunSource of(Duration otherLength, int otherPasses) {
        return new RunSource(recording, frequency, otherLength, otherPasses);
    }
}
