package org.banip.app.source;

import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;
import org.banip.recordings.RecordedSamples;

/**
 * Replays one group of a recording as a sensor of an MBU.
 *
 * @param samples the group's samples; closed with the sensor
 */
public record RecordedSensor(RecordedSamples samples) implements Sensor {
    @Override
    public SensorGroup group() {
        return samples.group();
    }

    @Override
    public int read(Block into, int maxUnits) {
        return samples.read(into, maxUnits);
    }

    @Override
    public void close() {
        samples.close();
    }
}
