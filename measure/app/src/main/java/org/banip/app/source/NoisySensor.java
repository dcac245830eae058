package org.banip.app.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.spi.Sensor;

/** Slow waves and noise, different on each channel that has a sensor, and the same in each run. One thread. */
final class NoisySensor implements Sensor {
    /** Divisors of amplitude and noise for channels of 8 bits. */
    private static final int NARROW = 1 << 4;

    private static final int NARROW_BITS = 8;
    private static final int NOISE = 1 << 6;
    private static final int AMPLITUDE = 1500;
    /** Period of channel 0's wave in units, and the difference from channel to channel. */
    private static final int PERIOD = 200;

    private static final int PERIOD_STEP = 13;

    private final SensorGroup group;
    private final int live;
    private final SampleLayout layout;
    private final Random random = new Random(1);
    private long next;

    NoisySensor(SensorGroup group, int live) {
        this.group = group;
        this.live = live;
        layout = new SampleLayout(group);
    }

    /** Sensor sets of this size in bytes, one per second: channels of 16 bits, and one of 8 if the number is odd. */
    static SensorGroup group(int setBytes) {
        List<Channel> channels = new ArrayList<>();
        for (int channel = 1; channel <= setBytes / 2; channel++) {
            channels.add(new Channel("c" + channel, "mV", 16, Short.MIN_VALUE, Short.MAX_VALUE, -5, 5));
        }
        if (setBytes % 2 == 1) {
            channels.add(new Channel("narrow", "mV", NARROW_BITS, Byte.MIN_VALUE, Byte.MAX_VALUE, -5, 5));
        }
        return SensorGroup.live("ban", Frequency.ofHz(1), channels);
    }

    @Override
    public SensorGroup group() {
        return group;
    }

    @Override
    public int read(Block into, int maxUnits) {
        int at = into.length();
        into.ensureCapacity(at + maxUnits * layout.setBytes());
        for (int unit = 0; unit < maxUnits; unit++) {
            for (int channel = 0; channel < layout.channels(); channel++) {
                int sample = channel < live ? sample(channel) : 0;
                layout.write(into.bytes(), at + unit * layout.setBytes(), channel, sample);
            }
            next++;
        }
        into.length(at + maxUnits * layout.setBytes());
        return maxUnits;
    }

    private int sample(int channel) {
        double turns = (double) next / (PERIOD + channel * PERIOD_STEP);
        int sample = (int) Math.round(AMPLITUDE * Math.sin(2 * Math.PI * turns)) + random.nextInt(NOISE);
        return group.channels().get(channel).bits() == NARROW_BITS ? sample / NARROW : sample;
    }

    @Override
    public void close() {}
}
