package org.banip.measure.faults.process;

import java.time.Duration;
import java.util.List;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;

/**
 * The signal of the fault suite: an alarm group, a live group and a bulk group. Each sample follows from the seed, the number of the MBU's process,
 * the group, the channel and the number of the sensor set, so what is stored can be checked without a copy. Immutable.
 *
 * @param seed of the suite
 * @param process number of the MBU's process in its arrangement, from 1
 */
public record FaultSignal(long seed, int process) {
    /** The groups, in the order of the description. */
    public static final List<SensorGroup> GROUPS = List.of(
            group("alarm", 2, ServiceClass.ALARM, Duration.ofMillis(500), "button"),
            group("ecg", 250, ServiceClass.LIVE, Duration.ofSeconds(1), "II", "V5"),
            group("temperature", 4, ServiceClass.BULK, Duration.ofSeconds(2), "skin"));

    private static final int BITS = 16;
    private static final int RAMP = 180;
    private static final int STEP = 12;
    private static final int NOISE = 31;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static SensorGroup group(String name, int hertz, ServiceClass urgency, Duration bound, String... labels) {
        List<Channel> channels = List.of(labels).stream()
                .map(label -> new Channel(label, "mV", BITS, Short.MIN_VALUE, Short.MAX_VALUE, -5, 5))
                .toList();
        return new SensorGroup(name, Frequency.ofHz(hertz), urgency, bound, channels);
    }

    /** Writes a sensor set of a group into an array. */
    void write(SampleLayout layout, byte[] into, int at, int group, long unit) {
        for (int channel = 0; channel < layout.channels(); channel++) {
            layout.write(into, at, channel, sample(group, channel, unit));
        }
    }

    /** A sample: a ramp, which a coder can predict, and noise, by which sensor sets can be told apart. */
    public int sample(int group, int channel, long unit) {
        long mixed = mix(mix(mix(seed + process * GOLDEN) + group * 8L + channel) + unit);
        return (int) (unit % RAMP) * STEP + (int) (mixed & NOISE);
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** Whether sensor sets of a group are those that the sensor gave. */
    public boolean isSame(int group, long firstUnit, byte[] bytes, int count) {
        SampleLayout layout = new SampleLayout(GROUPS.get(group));
        byte[] expected = new byte[layout.setBytes()];
        for (int unit = 0; unit < count; unit++) {
            write(layout, expected, 0, group, firstUnit + unit);
            for (int i = 0; i < expected.length; i++) {
                if (bytes[unit * expected.length + i] != expected[i]) {
                    return false;
                }
            }
        }
        return true;
    }
}
