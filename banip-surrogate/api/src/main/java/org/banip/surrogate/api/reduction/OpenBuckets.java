package org.banip.surrogate.api.reduction;

import java.util.Arrays;
import org.banip.core.ban.Channel;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.SensorData;

/** Sums of the eight buckets whose filter reaches the bucket that units come of: three before it, itself, and four after it. */
final class OpenBuckets {
    /** How many before it. */
    static final int BEFORE = LowPass.REACH - 1;

    private static final int OPEN = 2 * LowPass.REACH;
    /** Below this part of all weights the filter does not tell the level: the middle of lowest and highest value does. */
    private static final double LEAST_WEIGHT = 0.25;

    private final int units;
    private final int[] channels;
    private final SensorGroup whole;
    private final LowPass filter;
    private final double[] sums;
    private final double[] weights = new double[OPEN];
    private final int[] lowest;
    private final int[] highest;
    private final int[] counts = new int[OPEN];
    /** Of the unit that is being added, its weight for each open bucket. */
    private final double[] reaching = new double[OPEN];

    private long current;

    OpenBuckets(ReducedGroup group) {
        units = group.divisor();
        channels = group.channels();
        whole = group.whole();
        filter = new LowPass(units);
        sums = new double[OPEN * channels.length];
        lowest = new int[OPEN * channels.length];
        highest = new int[OPEN * channels.length];
    }

    /** Forgets everything; units of this bucket come. */
    void begin(long bucket) {
        current = bucket;
        for (int slot = 0; slot < OPEN; slot++) {
            empty(slot);
        }
    }

    /** Units of the next bucket come: the oldest makes room for one more. */
    void next(long bucket) {
        current = bucket;
        empty(slot(bucket + LowPass.REACH));
    }

    private void empty(int slot) {
        weights[slot] = 0;
        counts[slot] = 0;
        int from = slot * channels.length;
        Arrays.fill(sums, from, from + channels.length, 0);
        Arrays.fill(lowest, from, from + channels.length, Integer.MAX_VALUE);
        Arrays.fill(highest, from, from + channels.length, Integer.MIN_VALUE);
    }

    private static int slot(long bucket) {
        return (int) Math.floorMod(bucket, (long) OPEN);
    }

    /** Adds a unit that is at this place of the current bucket. */
    void add(SensorData data, int unit, int place) {
        for (int ahead = -BEFORE; ahead <= LowPass.REACH; ahead++) {
            double weight = filter.weight(Math.abs(place - ahead * units));
            reaching[ahead + BEFORE] = weight;
            weights[slot(current + ahead)] += weight;
        }
        int own = slot(current);
        counts[own]++;
        for (int channel = 0; channel < channels.length; channel++) {
            int sample = data.sample(unit, channels[channel]);
            int at = own * channels.length + channel;
            lowest[at] = Math.min(lowest[at], sample);
            highest[at] = Math.max(highest[at], sample);
            for (int open = 0; open < OPEN; open++) {
                sums[(own - BEFORE + open & OPEN - 1) * channels.length + channel] += sample * reaching[open];
            }
        }
    }

    /** Whether anything came of a bucket that is open. */
    boolean has(long bucket) {
        return counts[slot(bucket)] > 0;
    }

    /** Writes a bucket as a sensor set: of each channel value, lowest and highest; then how many units came. */
    void write(long bucket, SampleLayout layout, byte[] bytes, int at) {
        int slot = slot(bucket);
        for (int channel = 0; channel < channels.length; channel++) {
            int from = slot * channels.length + channel;
            int first = channel * ReducedGroup.OF_A_CHANNEL;
            layout.write(bytes, at, first, value(slot, channel));
            layout.write(bytes, at, first + 1, lowest[from]);
            layout.write(bytes, at, first + 2, highest[from]);
        }
        layout.write(bytes, at, channels.length * ReducedGroup.OF_A_CHANNEL, counts[slot]);
    }

    private int value(int slot, int channel) {
        int from = slot * channels.length + channel;
        double filtered =
                weights[slot] < LEAST_WEIGHT ? ((double) lowest[from] + highest[from]) / 2 : sums[from] / weights[slot];
        Channel described = whole.channels().get(channels[channel]);
        long least = Math.min(described.digitalMin(), lowest[from]);
        long most = Math.max(described.digitalMax(), highest[from]);
        return (int) Math.max(least, Math.min(most, Math.round(filtered)));
    }
}
