package org.banip.measure.peer.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.banip.app.source.SignalSource;
import org.banip.core.ban.Frequency;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * The signal in a form that both processes of a run can open.
 *
 * @param recording the file; a generated ECG if empty
 * @param frequency of a text file without one
 * @param length length of a pass
 * @param passes number of repetitions
 */
public record RunSource(Optional<Path> recording, Optional<Frequency> frequency, Duration length, int passes) {
    private static final int MOST_AT_ONCE = 256;

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

    /** The digest of the first sensor sets of each group, in the given numbers. */
    public String digest(long originNanos, long... units) {
        SensorSetDigest digest = new SensorSetDigest(open().groups());
        List<Sensor> sensors = sensors(originNanos, digest);
        for (int group = 0; group < units.length; group++) {
            try (Sensor sensor = sensors.get(group)) {
                read(sensor, units[group]);
            }
        }
        return digest.hex();
    }

    private static void read(Sensor sensor, long units) {
        Block block = new Block(1024);
        long left = units;
        while (left > 0) {
            block.clear();
            int count = sensor.read(block, (int) Math.min(left, MOST_AT_ONCE));
            if (count < 0) {
                return;
            }
            left -= count;
        }
    }

    /** Sensor sets of one pass; fewer if the recording is shorter. */
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
