package org.banip.app.source;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/** Tells whether all sensors of a signal have ended. The threads that read the sensors report, any thread asks. */
public final class SignalEnd {
    private final AtomicInteger running = new AtomicInteger();

    /** A signal without sensors yet. */
    public SignalEnd() {}

    /** The same sensors; their ends are noticed from now on. */
    public List<Sensor> of(List<Sensor> sensors) {
        running.addAndGet(sensors.size());
        return sensors.stream()
                .<Sensor>map(sensor -> new Noticed(sensor, new AtomicBoolean(), running))
                .toList();
    }

    /** Whether all of them have ended or failed. */
    public boolean isReached() {
        return running.get() == 0;
    }

    private record Noticed(Sensor sensor, AtomicBoolean ended, AtomicInteger running) implements Sensor {
        @Override
        public SensorGroup group() {
            return sensor.group();
        }

        @Override
        public int read(Block into, int maxUnits) {
            int count = -1;
            try {
                count = sensor.read(into, maxUnits);
                return count;
            } finally {
                if (count < 0 && ended.compareAndSet(false, true)) {
                    running.decrementAndGet();
                }
            }
        }

        @Override
        public void close() {
            sensor.close();
        }
    }
}
