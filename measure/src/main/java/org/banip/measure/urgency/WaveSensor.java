package org.banip.measure.urgency;

import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/** A sensor of slow waves that ends when it is told to. */
final class WaveSensor implements Sensor {
    private final SensorGroup group;
    private final SampleLayout layout;
    private long next;
    private volatile boolean over;

    WaveSensor(SensorGroup group) {
        this.group = group;
        layout = new SampleLayout(group);
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public int read(Block into, int maxUnits) {
        if (over) {
            return -1;
        }
        byte[] set = new byte[layout.setBytes()];
        for (int unit = 0; unit < maxUnits; unit++, next++) {
            for (int channel = 0; channel < layout.channels(); channel++) {
                layout.write(set, 0, channel, (int) (8000 * Math.sin(next / 50.0 + channel)));
            }
            into.append(set, 0, set.length);
        }
        return maxUnits;
    }

    void end() {
        over = true;
    }

    @Override
    public void close() {}
}
