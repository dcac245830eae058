package org.banip.app.source;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/**
 * A sensor that ends once somebody asks for the end. The MBU then delivers what it has read, and its BAN stays registered until the
 * MBU is closed.
 *
 * @param sensor what it reads
 * @param ended whether the end is asked for; any thread changes it
 */
public record EndingSensor(Sensor sensor, BooleanSupplier ended) implements Sensor {
    /** The same sensors, which end as soon as the end is asked for. */
    public static List<Sensor> of(List<Sensor> sensors, BooleanSupplier ended) {
        return sensors.stream()
                .<Sensor>map(sensor -> new EndingSensor(sensor, ended))
                .toList();
    }

    @Override
    public SensorGroup group() {
        return sensor.group();
    }

    @Override
    public int read(Block into, int maxUnits) {
        return ended.getAsBoolean() ? -1 : sensor.read(into, maxUnits);
    }

    @Override
    public void close() {
        sensor.close();
    }
}
