package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Transfers over two paths (Nakayama et al., 2020).
 *
 * @param bytes of a transfer; hand-over takes ten times as much
 * @param pairs number of random pairs of paths
 * @param seed of these
 */
record PalsCases(long bytes, int pairs, long seed) {
    private static final double SLOWEST = 0.1;
    private static final double FASTEST = 5;
    private static final double LONGEST_MILLIS = 250;
    private static final double LEAST_LOSS = 1;
    private static final double MOST_LOSS = 5;
    private static final double MEAN_MEGABITS = 2.95;
    private static final double MEAN_MILLIS = 125;
    private static final double MEAN_LOSS = 3;
    private static final int HAND_OVER_TIMES = 10;
    private static final double HAND_OVER_MILLIS = 15_000;
    private static final double REGIONAL_MILLIS = 24;
    private static final double REGIONAL_LOSS = 5;
    /** From the slowest to the fastest rate of the paper, which has eight scenarios; which pairs they are is our choice. */
    private static final double[][] REGIONAL_MEGABITS = {
        {7.5, 7.5}, {7.5, 12}, {7.5, 24}, {7.5, 48}, {7.5, 96}, {24, 24}, {48, 48}, {96, 96}
    };

    private static final String RENO = "reno";

    /** Each pair once without loss and once with it. */
    List<StudiedCase> random() {
        List<StudiedCase> cases = new ArrayList<>();
        for (int number = 1; number <= pairs; number++) {
            Random random = new Random(new SplittableRandom(seed * Cases.ALL_PALS + number).nextLong());
            List<StudiedPath> clean = List.of(random(random, "one"), random(random, "other"));
            List<StudiedPath> lossy = clean.stream()
                    .map(path -> new StudiedPath(
                            path.name(), path.megabits(), path.delayMillis(), between(random, LEAST_LOSS, MOST_LOSS)))
                    .toList();
            cases.add(transfer(Scenario.PALS, number + "-clean", "no loss", clean));
            cases.add(transfer(Scenario.PALS, number + "-lossy", "1 to 5 % loss", lossy));
        }
        cases.add(cases.get(0).readOtherwise());
        cases.add(cases.get(1).readOtherwise());
        cases.add(cases.get(1).withDeathOfBroker());
        return cases;
    }

    private StudiedCase transfer(Scenario scenario, String name, String group, List<StudiedPath> paths) {
        return StudiedCase.of(scenario, name, group, paths, Workload.bulk(bytes));
    }

    private static StudiedPath random(Random random, String name) {
        return new StudiedPath(name, between(random, SLOWEST, FASTEST), between(random, 0, LONGEST_MILLIS), 0);
    }

    private static double between(Random random, double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    /** Two paths of the paper's means; the time of the cut follows the size, so that the share of the transfer before it stays. */
    StudiedCase handOver() {
        Duration cut = Duration.ofMillis(Math.round(HAND_OVER_MILLIS * bytes / Cases.SIZE));
        return StudiedCase.of(
                        Scenario.HAND_OVER,
                        "cut-after-" + cut.toMillis() + "ms",
                        "one path is cut",
                        List.of(mean("cut"), mean("staying")),
                        Workload.bulk(bytes * HAND_OVER_TIMES))
                .with(Trouble.of(PathEvent.cut(cut, 0)))
                .withSingle(1);
    }

    private static StudiedPath mean(String name) {
        return new StudiedPath(name, MEAN_MEGABITS, MEAN_MILLIS, MEAN_LOSS);
    }

    /** All pairs, the same under reno, and one of them with its variations. */
    List<StudiedCase> regional() {
        List<StudiedCase> cases = new ArrayList<>();
        for (double[] pair : REGIONAL_MEGABITS) {
            StudiedCase studied = transfer(
                    Scenario.REGIONAL,
                    pair[0] + "+" + pair[1],
                    "24 ms, 5 % loss",
                    List.of(regional("one", pair[0]), regional("other", pair[1])));
            cases.add(studied);
            cases.add(studied.with(Variation.under(RENO), RENO, RENO));
        }
        cases.add(cases.get(0).withDeathOfBroker());
        cases.add(cases.get(0).readOtherwise());
        return cases;
    }

    private static StudiedPath regional(String name, double megabits) {
        return new StudiedPath(name, megabits, REGIONAL_MILLIS, REGIONAL_LOSS);
    }
}
