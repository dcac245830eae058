package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.banip.emulator.profile.Change;

/**
 * A steady load, while each path is good and bad by turns, at random. A bad path is dead, loses packets, is slow or is far. The broker dies once. All
 * paths are good at the end, so that everything can arrive.
 */
final class SoakCase {
    private static final List<StudiedPath> PATHS =
            List.of(new StudiedPath("wifi", 8, 20, 0), new StudiedPath("lte", 4, 60, 0.5));
    private static final double GOOD_SECONDS = 8;
    private static final double BAD_SECONDS = 3;
    private static final double SHORTEST_SECONDS = 0.2;
    private static final double MOST_LOSS = 0.5;
    private static final double SLOW_BYTES = 2000;
    private static final double FAR_MILLIS = 400;
    private static final double PERCENT = 100;
    private static final double MILLIS = 1000;
    /** Share of the time after which nothing happens any more. */
    private static final double EVENTFUL = 0.9;

    private SoakCase() {}

    static StudiedCase of(Duration time, long seed, Reading reading) {
        Random random = new Random(seed);
        double until = EVENTFUL * time.toSeconds();
        List<PathEvent> events = new ArrayList<>();
        for (int path = 0; path < PATHS.size(); path++) {
            for (double at = wait(random, GOOD_SECONDS); at < until; at += wait(random, GOOD_SECONDS)) {
                PathEvent bad = bad(random, at, path);
                events.add(bad);
                at = Math.min(until, at + wait(random, BAD_SECONDS));
                events.add(new PathEvent(when(at), path, good(bad.change(), PATHS.get(path), reading)));
            }
        }
        Duration death = when(random.nextDouble() * until);
        return StudiedCase.of(Scenario.SOAK, "seed-" + seed, "random events", PATHS, Workload.alarms(time))
                .with(new Trouble(events, Optional.of(death)));
    }

    /** Exponentially distributed. */
    private static double wait(Random random, double meanSeconds) {
        return SHORTEST_SECONDS - meanSeconds * Math.log(1 - random.nextDouble());
    }

    private static Duration when(double seconds) {
        return Duration.ofMillis(Math.round(seconds * MILLIS));
    }

    private static PathEvent bad(Random random, double at, int path) {
        Change change = switch (random.nextInt(4)) {
            case 0 -> new Change.Loss(1);
            case 1 -> new Change.Loss(MOST_LOSS * random.nextDouble());
            case 2 -> new Change.Rate(SLOW_BYTES);
            default -> new Change.Delay(Duration.ofMillis((long) (FAR_MILLIS * random.nextDouble())));
        };
        return new PathEvent(when(at), path, change);
    }

    /** What undoes a change. */
    private static Change good(Change bad, StudiedPath studied, Reading reading) {
        if (bad instanceof Change.Loss) {
            return new Change.Loss(studied.lossPercent() / PERCENT);
        }
        return bad instanceof Change.Rate
                ? new Change.Rate(studied.bytesPerSecond())
                : new Change.Delay(reading.oneWay(studied.delayMillis()));
    }
}
