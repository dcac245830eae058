package org.banip.transcoders;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SampleLayout;
import org.banip.core.ban.SensorGroup;

/** Signals that are difficult for coders of samples. They are made from whole numbers, so they are the same on every machine. */
public final class AwkwardSignals {
    private AwkwardSignals() {}

    /** One sample of one channel at one instant. */
    @FunctionalInterface
    public interface Samples {
        /** The sample. Only its lowest bits count. */
        int at(int unit, int channel);
    }

    /** A signal with these samples, cut to their width. */
    public static Signal of(String name, SensorGroup group, int units, Samples samples) {
        SampleLayout layout = new SampleLayout(group);
        byte[] bytes = new byte[units * layout.setBytes()];
        for (int unit = 0; unit < units; unit++) {
            for (int c = 0; c < layout.channels(); c++) {
                int spare = 32 - 8 * layout.width(c);
                layout.write(bytes, unit * layout.setBytes(), c, samples.at(unit, c) << spare >> spare);
            }
        }
        return new Signal(name, group, units, bytes);
    }

    /** A group of channels of these widths. */
    public static SensorGroup mixed(String frequency, int... bits) {
        List<Channel> channels = new ArrayList<>();
        for (int i = 0; i < bits.length; i++) {
            int half = 1 << (bits[i] - 1);
            channels.add(Channel.ofGain("ch" + i, "mV", bits[i], -half, half - 1, 200, 0));
        }
        return SensorGroup.live("ecg", Frequency.parse(frequency), channels);
    }

    /** A smooth wave in whole numbers, made from nested triangles, with noise. */
    public static Signal wandering(SensorGroup group, int units, int noise, long seed) {
        Random random = new Random(seed);
        int[] level = new int[group.channels().size()];
        int[] slope = new int[level.length];
        return of("wandering, seed " + seed, group, units, (unit, c) -> {
            slope[c] += random.nextInt(5) - 2 - slope[c] / 16;
            level[c] += slope[c] - level[c] / 64;
            return level[c] + level[Math.max(0, c - 1)] / 2 + random.nextInt(noise);
        });
    }

    /** All signals. */
    public static List<Signal> all() {
        List<Signal> all = new ArrayList<>();
        for (int bits : new int[] {8, 16, 24, 32}) {
            SensorGroup group = Signal.group("250", 3, bits);
            all.add(Signal.noise(group, 700, bits));
            int top = bits == 32 ? Integer.MAX_VALUE : (1 << (bits - 1)) - 1;
            all.add(of("full-scale square", group, 700, (unit, c) -> unit / (5 + c) % 2 == 0 ? top : -top - 1));
            all.add(of("full-scale alternation", group, 700, (unit, c) -> unit % 2 == 0 ? top : -top - 1));
            all.add(of("constant", group, 700, (unit, c) -> c * 3 - 3));
            all.add(of("saw-tooth", group, 700, (unit, c) -> unit * (c + 1) * (top / 97 + 1)));
            all.add(of("lead off", group, 700, (unit, c) -> unit % 300 > 150 ? -top - 1 : (unit * unit >> 4) % 97));
            all.add(Signal.plateaus(group, 700, bits));
            all.add(wandering(group, 700, 7, bits));
        }
        all.add(of("sentinels", Signal.group("250", 2, 16), 900, (unit, c) -> unit % 50 < 3 ? -32768 : unit % 211));
        all.add(of(
                "coarse", Signal.group("125", 4, 16), 1500, (unit, c) -> (triangle(unit * (c + 3)) * 5613 + 128) >> 8));
        all.add(of("steps of four", Signal.group("100", 3, 16), 1500, (unit, c) -> triangle(unit * (c + 1)) << 2));
        all.add(of(
                "coarse, then fine",
                Signal.group("125", 2, 16),
                3000,
                (unit, c) -> unit < 1200
                        ? triangle(unit * 3) * 10
                        : unit < 2000 ? triangle(unit * 7) * 9 + 4 : triangle(unit)));
        all.add(wandering(mixed("512", 8, 12, 16, 20, 24, 32, 1, 9), 600, 9, 50));
        all.add(Signal.noise(mixed("512", 32, 8, 24, 16), 600, 51));
        all.add(wandering(Signal.group("1000", 1, 16), 3000, 3, 52));
        all.add(wandering(Signal.group("1000", 2, 16), 2000, 3, 53));
        all.add(wandering(Signal.group("500", 64, 16), 300, 3, 54));
        all.add(wandering(Signal.group("100", 512, 24), 40, 30, 55));
        all.add(Signal.noise(Signal.group("1/60", 10, 16), 40, 56));
        all.add(wandering(Signal.group("1", 1, 16), 300, 2, 57));
        all.add(wandering(Signal.group("250", 5, 16), 1, 2, 58));
        return all;
    }

    private static int triangle(int at) {
        return Math.abs(Math.floorMod(at, 180) - 90);
    }

    /** Some units of a signal, as a signal. */
    public static Signal cut(Signal signal, int units) {
        int kept = Math.min(units, signal.units());
        return new Signal(
                signal.name(),
                signal.group(),
                kept,
                Arrays.copyOf(signal.bytes(), kept * signal.group().setBytes()));
    }
}
