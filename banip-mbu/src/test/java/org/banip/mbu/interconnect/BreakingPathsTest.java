package org.banip.mbu.interconnect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.banip.mbu.settings.PathPolicySettings;
import org.junit.jupiter.api.Test;

/** Paths that stall, break and connect again at random moments: delivery goes on, whatever state the former connections have left. */
class BreakingPathsTest {
    private static final int SEEDS = Integer.getInteger("banip.seeds", 60);
    private static final long FIRST = Long.getLong("banip.seed", 1);
    private static final List<String> SCHEDULERS = List.of(
            "default", "failover", "ecf", "lowest-rtt", "blest", "weighted", "redundant", "reachability", "cost");
    private static final int[] DETECT = {50, 100, 300, 1000, 3000};
    private static final int BUSY_MILLIS = 20_000;
    /** More than any stall, silence or back-off takes. */
    private static final int STANDING_STILL = 30_000;
    /** Enough for what is left then. */
    private static final int MOST_MILLIS = 600_000;

    @Test
    void deliveryGoesOn() {
        for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
            deliver(seed);
        }
    }

    private static void deliver(long seed) {
        Random random = new Random(seed);
        String name = SCHEDULERS.get(random.nextInt(SCHEDULERS.size()));
        PathPolicySettings policy = PathPolicySettings.DEFAULT
                .times(
                        Duration.ofMillis(DETECT[random.nextInt(DETECT.length)]),
                        Duration.ofMillis(100 + random.nextInt(3000)))
                .reinject(random.nextBoolean() ? 0.02 : 0);
        SimulatedPaths paths = new SimulatedPaths(2 + random.nextInt(2), name, policy, random);
        int backlog = random.nextBoolean() ? random.nextInt(3000) : 0;
        for (int i = 0; i < backlog; i++) {
            paths.put(0);
        }
        int every = 20 + random.nextInt(200);
        int eventEvery = 500 + random.nextInt(5000);
        long storedBefore = 0;
        int movedAt = 0;
        for (int millis = 0; millis < BUSY_MILLIS || !paths.isEverythingStored(); millis++) {
            if (millis < BUSY_MILLIS) {
                if (millis % every == 0) {
                    paths.put(random.nextInt(10) == 0 ? 1 + random.nextInt(2) : 0);
                }
                if (random.nextInt(eventEvery) == 0) {
                    happens(paths, random);
                }
            }
            paths.step();
            if (paths.storedItems() > storedBefore) {
                storedBefore = paths.storedItems();
                movedAt = millis;
            }
            assertThat(millis - Math.max(movedAt, BUSY_MILLIS))
                    .as("seed %d, scheduler %s: nothing was stored since %d ms", seed, name, movedAt)
                    .isLessThan(STANDING_STILL);
            assertThat(millis).as("seed %d, scheduler %s: too slow", seed, name).isLessThan(MOST_MILLIS);
        }
    }

    private static void happens(SimulatedPaths paths, Random random) {
        SimulatedPaths.Path path = paths.paths.get(random.nextInt(paths.paths.size()));
        switch (random.nextInt(4)) {
            case 0 -> path.stall(50 + random.nextInt(8000));
            case 1 -> path.breakOff(10 + random.nextInt(2000));
            case 2 -> {
                path.stall(50 + random.nextInt(8000));
                path.breakOff(10);
            }
            default -> paths.paths.forEach(each -> each.breakOff(10 + random.nextInt(1000)));
        }
    }
}
