package org.banip.measure.paths.process;

import java.util.Random;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/** Random samples, the same in each run. One thread. */
record RandomSensor(SensorGroup group, Random random) implements Sensor {
    @Override
    public int read(Block into, int maxUnits) {
        byte[] bytes = new byte[maxUnits * group.setBytes()];
        random.nextBytes(bytes);
        int at = into.length();
        into.ensureCapacity(at + bytes.length);
        System.arraycopy(bytes, 0, into.bytes(), at, bytes.length);
        into.length(at + bytes.length);
        return maxUnits;
    }

    @Override
    public void close() {}
}
