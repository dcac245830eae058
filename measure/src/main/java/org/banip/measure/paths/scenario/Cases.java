package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/**
 * The cases of each scenario.
 *
 * @param bytes of a transfer of two megabytes; hand-over takes ten times as much
 * @param pals number of random pairs of paths
 * @param seed of these
 */
public record Cases(long bytes, int pals, long seed) {
    /** Number of random pairs in the paper. */
    public static final int ALL_PALS = 50;
    /** The default size of a transfer. */
    public static final long SIZE = 2_000_000;

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
    private static final double[][] REGIONAL_MEGABITS = {{7.5, 7.5}, {7.5, 24}};
    private static final int[] FAIL_OVER_LOSSES = {0, 10, 50, 100};
    /** The values of SCTP's smallest time-out in the paper. */
    private static final int[] FAIL_OVER_FLOORS = {50, 100, 1000, 3000};

    private static final Duration FAIL_OVER_TIME = Duration.ofSeconds(30);
    private static final Duration FAIL_OVER_AT = Duration.ofSeconds(10);
    private static final Duration FAIL_OVER_FOR = Duration.ofSeconds(5);
    private static final Duration ALARM_TIME = Duration.ofSeconds(30);
    private static final Duration ALARM_AT = Duration.ofMillis(10_300);
    private static final double PERCENT = 100;

    /** Checks the numbers. */
    public Cases {
        if (bytes < 10_000 || bytes > 100_000_000) {
            throw new IllegalArgumentException("a size of " + bytes + ", allowed are 10000 to 100000000 bytes");
        }
        if (pals < 1 || pals > ALL_PALS) {
            throw new IllegalArgumentException(pals + " random pairs of paths, allowed are 1 to " + ALL_PALS);
        }
    }

    /** The cases of a scenario. */
    public List<StudiedCase> of(Scenario scenario) {
        return switch (scenario) {
            case PALS -> pairs();
            case HAND_OVER -> List.of(handOver());
            case REGIONAL -> regional();
            case FAIL_OVER -> failOver();
            case ALARM -> List.of(alarm());
        };
    }

    /** Each pair once without loss and once with it. */
    private List<StudiedCase> pairs() {
        List<StudiedCase> cases = new ArrayList<>();
        for (int number = 1; number <= pals; number++) {
            Random random = new Random(seed * ALL_PALS + number);
            List<StudiedPath> clean = List.of(random(random, "one"), random(random, "other"));
            List<StudiedPath> lossy = clean.stream()
                    .map(path -> new StudiedPath(
                            path.name(), path.megabits(), path.delayMillis(), between(random, LEAST_LOSS, MOST_LOSS)))
                    .toList();
            cases.add(StudiedCase.transfer(Scenario.PALS, number + "-clean", "no loss", clean, List.of(), bytes));
            cases.add(StudiedCase.transfer(Scenario.PALS, number + "-lossy", "1 to 5 % loss", lossy, List.of(), bytes));
        }
        return cases;
    }

    private static StudiedPath random(Random random, String name) {
        return new StudiedPath(name, between(random, SLOWEST, FASTEST), between(random, 0, LONGEST_MILLIS), 0);
    }

    private static double between(Random random, double least, double most) {
        return least + random.nextDouble() * (most - least);
    }

    /** Two paths of the paper's means; the time of the cut follows the size, so that the share of the transfer before it stays. */
    private StudiedCase handOver() {
        Duration cut = Duration.ofMillis(Math.round(HAND_OVER_MILLIS * bytes / SIZE));
        return StudiedCase.transfer(
                        Scenario.HAND_OVER,
                        "cut-after-" + cut.toMillis() + "ms",
                        "one path is cut",
                        List.of(mean("cut"), mean("staying")),
                        List.of(PathEvent.cut(cut, 0)),
                        bytes * HAND_OVER_TIMES)
                .withSingle(1);
    }

    private static StudiedPath mean(String name) {
        return new StudiedPath(name, MEAN_MEGABITS, MEAN_MILLIS, MEAN_LOSS);
    }

    private List<StudiedCase> regional() {
        List<StudiedCase> cases = new ArrayList<>();
        for (double[] pair : REGIONAL_MEGABITS) {
            cases.add(StudiedCase.transfer(
                    Scenario.REGIONAL,
                    pair[0] + "+" + pair[1],
                    "24 ms, 5 % loss",
                    List.of(
                            new StudiedPath("one", pair[0], REGIONAL_MILLIS, REGIONAL_LOSS),
                            new StudiedPath("other", pair[1], REGIONAL_MILLIS, REGIONAL_LOSS)),
                    List.of(),
                    bytes));
        }
        return cases;
    }

    /** The main path is good ADSL; the fall-back is a 3G modem. */
    private static List<StudiedCase> failOver() {
        List<StudiedCase> cases = new ArrayList<>();
        for (int loss : FAIL_OVER_LOSSES) {
            cases.add(failOver(loss, Optional.empty()));
            for (int floor : FAIL_OVER_FLOORS) {
                cases.add(failOver(loss, Optional.of(Duration.ofMillis(floor))));
            }
        }
        return cases;
    }

    private static StudiedCase failOver(int loss, Optional<Duration> floor) {
        String detected =
                floor.map(after -> ", late after " + after.toMillis() + " ms").orElse("");
        List<PathEvent> events = List.of(
                PathEvent.loss(FAIL_OVER_AT, 0, loss / PERCENT),
                PathEvent.loss(FAIL_OVER_AT.plus(FAIL_OVER_FOR), 0, 0));
        return new StudiedCase(
                Scenario.FAIL_OVER,
                "loss-" + loss + floor.map(after -> "-late-" + after.toMillis()).orElse(""),
                loss + " % loss" + detected,
                List.of(new StudiedPath("main", 8, 20, 0), new StudiedPath("fall-back", 3.5, 200, 0)),
                events,
                Workload.signals(FAIL_OVER_TIME),
                0,
                OptionalInt.of(1),
                floor);
    }

    private static StudiedCase alarm() {
        return new StudiedCase(
                Scenario.ALARM,
                "dead-path",
                "a path dies silently",
                List.of(new StudiedPath("dying", 5, 20, 0), new StudiedPath("good", 2, 60, 0)),
                List.of(PathEvent.cut(ALARM_AT, 0)),
                Workload.alarms(ALARM_TIME),
                1,
                OptionalInt.empty(),
                Optional.empty());
    }

    /** When the state before the events ends, for a case with a path that shall stay idle. */
    public static Duration calmUntil() {
        return FAIL_OVER_AT;
    }

    /** When the state before the events should be back: five seconds after the last one. */
    public static Duration calmAgain() {
        return FAIL_OVER_AT.plus(FAIL_OVER_FOR.multipliedBy(2));
    }
}
