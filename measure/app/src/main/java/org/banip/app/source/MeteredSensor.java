package org.banip.app.source;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/** A sensor that ends after a number of units and digests its sensor sets when they are read. One thread. */
final class MeteredSensor implements Sensor {
    private final Sensor sensor;
    private final long units;
    private final long originNanos;
    private final int number;
    private final SensorSetDigest digest;
    private final Block rest = new Block(64);
    private long next;

    /**
     * A sensor that ends after this number of units.
     *
     * @param originNanos the instant at which its unit 0 counts as sampled
     * @param number of its group in the digest
     * @param digest receives the units that are read
     */
    MeteredSensor(Sensor sensor, long units, long originNanos, int number, SensorSetDigest digest) {
        this.sensor = sensor;
        this.units = units;
        this.originNanos = originNanos;
        this.number = number;
        this.digest = digest;
    }

    @Override
    public SensorGroup group() {
        return sensor.group();
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (next == units) {
            return end();
        }
        int at = into.length();
        int count = sensor.read(into, (int) Math.min(maxUnits, units - next));
        if (count > 0) {
            digest.update(number, into.bytes(), at, count, originNanos, next);
            next += count;
        }
        return count;
    }

    /** At the end of a recording the sensor checks the checksums. */
    private int end() {
        rest.clear();
        int unused = sensor.read(rest, 1);
        return -1;
    }

    @Override
    public void close() {
        sensor.close();
    }
}
