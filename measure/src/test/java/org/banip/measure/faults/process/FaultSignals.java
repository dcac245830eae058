package org.banip.measure.faults.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.banip.mbu.spi.Sensor;

/** Sensors of the suite's signal, for tests. */
public final class FaultSignals {
    private FaultSignals() {}

    /** A sensor at its first sensor set; it counts in a file of the folder. */
    public static Sensor sensor(FaultSignal signal, int group, Path folder) {
        try {
            return new CountedSensor(
                    signal, group, MbuCounters.open(Files.createTempFile(folder, "sensor", ".counters")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
