package org.banip.transcoders;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;
import org.banip.core.transcoding.spi.Block;

/**
 * A test signal: a group, and the bytes of consecutive units of its grid.
 *
 * @param name for messages
 * @param group layout and frequency
 * @param units number of sensor sets
 * @param bytes the sensor sets, one after the other
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Signal(String name, SensorGroup group, int units, byte[] bytes) {
    /** Instant of unit 0: 2026-11-01T00:00Z. */
    public static final long ORIGIN_NANOS = 1_793_491_200_000_000_000L;

    /** Copies some units into a block. */
    public Block block(int firstUnit, int count) {
        Block block = new Block(count * (bytes.length / units));
        fill(block, firstUnit, count);
        return block;
    }

    /** Replaces a block's content by some units. */
    public void fill(Block block, int firstUnit, int count) {
        int setBytes = bytes.length / units;
        block.clear();
        block.append(bytes, firstUnit * setBytes, count * setBytes);
        block.describe(ORIGIN_NANOS, firstUnit, count);
    }

    /** A group of channels of {@code bits} bits. */
    public static SensorGroup group(String frequency, int channels, int bits) {
        int half = 1 << (bits - 1);
        List<Channel> all = new ArrayList<>();
        for (int c = 0; c < channels; c++) {
            all.add(Channel.ofGain("ch" + c, "mV", bits, -half, half - 1, 200, 0));
        }
        return SensorGroup.live("ecg", Frequency.parse(frequency), all);
    }

    /** Slow waves with noise on each channel. Deflate makes them shorter. */
    public static Signal waves(SensorGroup group, int units, long seed) {
        Random random = new Random(seed);
        SampleLayout layout = new SampleLayout(group);
        byte[] bytes = new byte[units * layout.setBytes()];
        for (int c = 0; c < layout.channels(); c++) {
            double period = 40 + random.nextInt(400);
            int amplitude = 1 << (4 * layout.width(c) - 1);
            int noise = 1 + random.nextInt(4);
            for (int u = 0; u < units; u++) {
                int value = (int) (amplitude * Math.sin(2 * Math.PI * u / period)) + random.nextInt(noise);
                layout.write(bytes, u * layout.setBytes(), c, value);
            }
        }
        return new Signal("waves, seed " + seed, group, units, bytes);
    }

    /** White noise over all bits. Deflate makes it longer. */
    public static Signal noise(SensorGroup group, int units, long seed) {
        byte[] bytes = new byte[units * group.setBytes()];
        new Random(seed).nextBytes(bytes);
        return new Signal("noise, seed " + seed, group, units, bytes);
    }

    /** Alternates noise with long runs of one value, so that packets of both forms alternate. */
    public static Signal plateaus(SensorGroup group, int units, long seed) {
        Signal signal = noise(group, units, seed);
        for (int from = 100; from < units; from += 400) {
            int to = Math.min(units, from + 250);
            Arrays.fill(signal.bytes, from * group.setBytes(), to * group.setBytes(), (byte) from);
        }
        return new Signal("plateaus, seed " + seed, group, units, signal.bytes);
    }

    @Override
    public String toString() {
        return name;
    }
}
