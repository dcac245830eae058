package org.banip.mbu;

import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/** A sensor whose samples follow from their unit number, so that a test can check what was stored. */
public final class TestSensor implements Sensor {
    private final SensorGroup group;
    private final long units;
    private long read;
    private volatile boolean closed;

    /** A sensor of two 12-bit channels with this number of units. */
    public TestSensor(SensorGroup group, long units) {
        this.group = group;
        this.units = units;
    }

    /** A group of two channels. */
    public static SensorGroup group(String name, long hertz, ServiceClass serviceClass) {
        List<Channel> channels = List.of(
                new Channel("a", "mV", 12, -2048, 2047, -10, 10), new Channel("b", "mV", 12, -2048, 2047, -10, 10));
        return new SensorGroup(name, Frequency.ofHz(hertz), serviceClass, java.time.Duration.ofSeconds(1), channels);
    }

    /** A live group of 360 Hz. */
    public static SensorGroup ecg() {
        return group("ecg", 360, ServiceClass.LIVE);
    }

    /** The sample of a channel of a unit. */
    public static int sample(long unit, int channel) {
        double slow = 1000 * Math.sin(unit / 40.0 + channel);
        return (int) slow + (int) (unit * 7 % 13);
    }

    /** The sensor sets from one unit to another. */
    public static byte[] sets(SensorGroup group, long from, long to) {
        SampleLayout layout = new SampleLayout(group);
        byte[] sets = new byte[(int) (to - from) * layout.setBytes()];
        for (long unit = from; unit < to; unit++) {
            for (int c = 0; c < layout.channels(); c++) {
                layout.write(sets, (int) (unit - from) * layout.setBytes(), c, sample(unit, c));
            }
        }
        return sets;
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public int read(Block into, int maxUnits) {
        int count = (int) Math.min(maxUnits, units - read);
        if (count == 0) {
            return -1;
        }
        byte[] sets = sets(group, read, read + count);
        into.append(sets, 0, sets.length);
        read += count;
        return count;
    }

    /** Whether it was closed. */
    public boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
