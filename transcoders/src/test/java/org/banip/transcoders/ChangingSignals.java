package org.banip.transcoders;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.banip.core.ban.SensorGroup;

/** Signals that change their character, so that the best coder for their beginning is not the best one for all of them. */
public final class ChangingSignals {
    private static final int MISSING = -32768;

    /** The prefix of the names of signals whose best coder changes from minute to minute. */
    public static final String ALTERNATING = "3 numerics at 4 Hz";

    private ChangingSignals() {}

    /** All signals, from a quarter of a minute to ten minutes long, made from a seed. */
    public static List<Signal> all(long seed) {
        List<Signal> all = new ArrayList<>();
        all.add(missing(
                "17 channels that come one after another", "62.5", 17, 37_500, seed, (unit, c) -> unit < 1500 * c));
        all.add(missing(
                "17 channels that end one after another",
                "62.5",
                17,
                37_500,
                seed,
                (unit, c) -> unit > 36_000 - 1800 * c));
        all.add(missing(
                "17 channels, most missing, then present",
                "62.5",
                17,
                18_750,
                seed,
                (unit, c) -> c > 1 && unit < 6000));
        all.add(missing(
                "17 channels that come and go", "62.5", 17, 37_500, seed, (unit, c) -> (unit / 2000 + c) % 3 == 0));
        all.add(missing(
                "17 channels with single values missing",
                "62.5",
                17,
                18_750,
                seed,
                (unit, c) -> (unit * 31 + c * 7) % (5 + c) == 0));
        all.add(missing(
                "17 channels missing for two minutes of four",
                "62.5",
                17,
                37_500,
                seed,
                (unit, c) -> unit / 7500 % 2 == 0));
        all.add(missing("all missing for half a minute, then waves", "250", 3, 30_000, seed, (unit, c) -> unit < 7500));
        all.add(numerics("1/5", 4, 600, seed));
        all.add(numerics("1", 1, 900, seed));
        all.add(numerics("1", 10, 900, seed));
        all.add(numerics("4", 3, 2400, seed));
        all.add(muscle("8 channels of 8-bit EMG", 8, 12_000, seed, 1000));
        all.add(muscle("8 channels of 8-bit EMG, bursts", 8, 24_000, seed, 300));
        all.add(muscle("1 channel of 8-bit EMG", 1, 24_000, seed, 700));
        all.add(muscle("8 channels of 8-bit EMG, 15 s", 8, 3000, seed, 500));
        all.add(constantRuns(seed, 60));
        all.add(constantRuns(seed, 600));
        all.add(constantRuns(seed, 6000));
        all.add(noiseOf("noise of 4 bits", "250", 3, 15_000, 4, seed));
        all.add(noiseOf("noise of 10 bits", "250", 3, 15_000, 10, seed));
        all.add(noiseOf("noise of 12 bits", "100", 1, 6_000, 12, seed));
        all.add(noiseOf("noise of 12 bits", "100", 1, 60_000, 12, seed));
        all.add(noiseOf("noise of 16 bits", "250", 2, 30_000, 16, seed));
        all.add(mostly("mostly noise, a wave each other minute", seed, 6000, 6000));
        all.add(mostly("noise for ten seconds, a wave for ten", seed, 1000, 1000));
        all.add(mostly("noise for 90 s, a wave for 200", seed, 9000, 20_000));
        all.add(still(seed));
        return all;
    }

    /** Numerics with such a low rate that the default key interval has only few of them. */
    public static List<Signal> slow(long seed) {
        return List.of(
                numerics("1/60", 10, 1500, seed),
                numerics("1/60", 3, 1500, seed + 1),
                numerics("1/10", 10, 2400, seed));
    }

    /** Whether a channel has no value at an instant. */
    @FunctionalInterface
    private interface Missing {
        boolean at(int unit, int channel);
    }

    private static Signal missing(String name, String hertz, int channels, int units, long seed, Missing missing) {
        SensorGroup group = Signal.group(hertz, channels, 16);
        Signal waves = AwkwardSignals.wandering(group, units, 5, seed);
        return AwkwardSignals.of(
                name + ", seed " + seed,
                group,
                units,
                (unit, c) -> missing.at(unit, c) ? MISSING : sample(waves, unit, c));
    }

    private static int sample(Signal signal, int unit, int c) {
        int at = unit * signal.group().setBytes() + 2 * c;
        return signal.bytes()[at] & 0xff | signal.bytes()[at + 1] << 8;
    }

    /** Values that stay constant for some time, wander a little, and are sometimes missing. */
    private static Signal numerics(String hertz, int channels, int units, long seed) {
        Random random = new Random(seed);
        int[] value = new int[channels];
        int[] measured = new int[channels];
        return AwkwardSignals.of(
                channels + " numerics at " + hertz + " Hz, seed " + seed,
                Signal.group(hertz, channels, 16),
                units,
                (unit, c) -> {
                    if (unit == 0) {
                        value[c] = 300 + random.nextInt(900);
                    }
                    if (--measured[c] < -20 && random.nextInt(20) == 0) {
                        measured[c] = 20 + random.nextInt(100);
                    }
                    value[c] += random.nextInt(3) == 0 ? random.nextInt(41) - 20 : 0;
                    return c > channels / 2 && measured[c] < 0 ? (c % 2 == 0 ? MISSING : 0) : value[c];
                });
    }

    /** Noise with approximately the spectrum of a muscle, with pauses, in 8 bits. */
    private static Signal muscle(String name, int channels, int units, long seed, int pause) {
        Random random = new Random(seed);
        double[] last = new double[channels];
        return AwkwardSignals.of(name + ", seed " + seed, Signal.group("200", channels, 8), units, (unit, c) -> {
            double effort = unit / pause % 2 == 0 ? 2 : 18.0 + 3 * c;
            last[c] = 0.5 * last[c] + random.nextGaussian() * effort;
            return (int) Math.max(-128, Math.min(127, Math.round(last[c])));
        });
    }

    private static Signal constantRuns(long seed, int run) {
        Random random = new Random(seed);
        Signal waves = AwkwardSignals.wandering(Signal.group("125", 4, 16), 30_000, 5, seed);
        int[] kept = new int[4];
        return AwkwardSignals.of(
                "constant runs of about " + run + ", seed " + seed, waves.group(), waves.units(), (unit, c) -> {
                    if (unit / run % 2 == 0 || random.nextInt(run) == 0) {
                        kept[c] = sample(waves, unit, c);
                    }
                    return kept[c];
                });
    }

    private static Signal noiseOf(String name, String hertz, int channels, int units, int bits, long seed) {
        Random random = new Random(seed);
        return AwkwardSignals.of(
                name + ", " + units + ", seed " + seed,
                Signal.group(hertz, channels, 16),
                units,
                (unit, c) -> random.nextInt() >> 32 - bits);
    }

    private static Signal mostly(String name, long seed, int noise, int wave) {
        Random random = new Random(seed);
        Signal waves = AwkwardSignals.wandering(Signal.group("100", 2, 16), 60_000, 5, seed);
        return AwkwardSignals.of(
                name + ", seed " + seed,
                waves.group(),
                waves.units(),
                (unit, c) -> unit % (noise + wave) < noise ? random.nextInt() : sample(waves, unit, c));
    }

    /** Rest for two minutes, then movement. */
    public static Signal still(long seed) {
        Random random = new Random(seed);
        Signal waves = AwkwardSignals.wandering(Signal.group("32", 3, 8), 12_000, 3, seed);
        return AwkwardSignals.of(
                "rest, then movement, seed " + seed,
                waves.group(),
                waves.units(),
                (unit, c) -> unit < 4000 ? 20 * c + random.nextInt(2) : waves.bytes()[3 * unit + c]);
    }
}
