package org.banip.measure.source;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sensor.Sensor;
import org.banip.measure.delivery.UnitDigest;

/** A sensor cut to so many units, whose sensor sets are digested as they are read. Read by one thread, its digest by any. */
public final class MeteredSensor implements Sensor {
    private final Sensor sensor;
    private final UnitDigest digest;
    private final long originNanos;
    private final long units;
    private long next;

    /**
     * A sensor that ends after so many units.
     *
     * @param originNanos the instant at which its unit 0 counts as sampled
     */
    public MeteredSensor(Sensor sensor, long units, long originNanos) {
        this.sensor = sensor;
        this.units = units;
        this.originNanos = originNanos;
        digest = new UnitDigest(sensor.group());
    }

    @Override
    public SensorGroup group() {
        return sensor.group();
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (next == units) {
            return -1;
        }
        int at = into.length();
        int count = sensor.read(into, (int) Math.min(maxUnits, units - next));
        if (count > 0) {
            digest.add(into.bytes(), at, count, originNanos, next);
            next += count;
        }
        return count;
    }

    /** Of all sensor sets read so far. */
    public UnitDigest digest() {
        return digest;
    }

    @Override
    public void close() {
        sensor.close();
    }
}
