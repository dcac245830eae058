package org.banip.app.source;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.surrogate.store.SensorSetDigest;

/**
 * A sensor that ends after a number of units and digests its sensor sets when the MBU reads them, with the instants that it gives them. One thread.
 */
final class MeteredSensor implements Sensor {
    private final Sensor sensor;
    private final long units;
    private final int number;
    private final SensorSetDigest digest;
    private final Block rest = new Block(64);
    private long readUnits;

    /**
     * A sensor that ends after this number of units.
     *
     * @param number of its group in the digest
     * @param digest receives the units that are read
     */
    MeteredSensor(Sensor sensor, long units, int number, SensorSetDigest digest) {
        this.sensor = sensor;
        this.units = units;
        this.number = number;
        this.digest = digest;
    }

    @Override
    public SensorGroup group() {
        return sensor.group();
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (readUnits == units) {
            return end();
        }
        int at = into.length();
        int count = sensor.read(into, (int) Math.min(maxUnits, units - readUnits));
        if (count > 0) {
            digest.update(number, into.bytes(), at, count, into.originNanos(), into.firstUnit());
            readUnits += count;
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
