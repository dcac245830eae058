package org.banip.surrogate.subscriber;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.Channel;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.SensorGroup;
import org.banip.surrogate.api.reduction.Reduction;

/** A BAN, and reductions of it. */
abstract class ReducedFeeds {
    static final long ORIGIN = 1_767_225_600_000_000_000L;
    static final int N = 12;
    static final SensorGroup ECG = SensorGroup.live(
            "ecg",
            Frequency.ofHz(360),
            List.of(
                    Channel.ofGain("MLII", "mV", 11, 0, 2047, 200, 1024),
                    Channel.ofGain("V5", "mV", 11, 0, 2047, 200, 1024)));
    static final SensorGroup VITALS = SensorGroup.live(
            "vitals",
            Frequency.ofHz(1),
            List.of(new Channel("HR", "/min", 9, 0, 300, 0, 300), new Channel("SpO2", "%", 7, 0, 100, 0, 100)));
    static final BanDescription BAN = new BanDescription("ban-17", List.of(ECG, VITALS));

    static Reduction rate(String hertz) {
        return new Reduction(List.of(), Optional.of(Frequency.parse(hertz)), false);
    }

    static Reduction channels(String... wanted) {
        return new Reduction(List.of(wanted), Optional.empty(), false);
    }

    static int[][] generated(int units, long seed) {
        Random random = new Random(seed);
        int[][] samples = new int[units][2];
        for (int[] unit : samples) {
            Arrays.setAll(unit, channel -> random.nextInt(2048));
        }
        return samples;
    }
}
