package org.banip.app.demo;

import java.util.List;
import org.banip.app.source.SignalSource;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * A signal read once more from its beginning, to tell whether sensor sets are exactly the first ones that were sensed.
 *
 * @param source of the signal, which is the same each time
 * @param originNanos instant of the first sensor set
 */
record SensedAgain(SignalSource source, long originNanos) {
    private static final int MOST_AT_ONCE = 1024;

    /** Whether these sensor sets of a group are the first ones, as many as they are. */
    boolean begins(int group, GroupReport.Units sensed, GroupReport.Units units) {
        return units.equals(sensed)
                || units.units() < sensed.units() && first(group, units.units()).equals(units);
    }

    private GroupReport.Units first(int group, long count) {
        SensorSetDigest digest = new SensorSetDigest(source.groups());
        List<Sensor> sensors = source.open(digest);
        try {
            read(sensors.get(group), count);
        } finally {
            sensors.forEach(Sensor::close);
        }
        return new GroupReport.Units(digest.sets(group), digest.hex(group));
    }

    private void read(Sensor sensor, long count) {
        Block block = new Block(1);
        long done = 0;
        while (done < count) {
            block.clear();
            block.describe(originNanos, done, 0);
            int read = sensor.read(block, (int) Math.min(MOST_AT_ONCE, count - done));
            if (read <= 0) {
                return;
            }
            done += read;
        }
    }
}
