package org.banip.measure.paths.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The cases of each scenario.
 *
 * @param bytes of a transfer of two megabytes; hand-over and path-break take ten times as much
 * @param pals number of random pairs of paths
 * @param soak how long the soak lasts
 * @param seed of these pairs, and of what happens in the soak
 */
public record Cases(long bytes, int pals, Duration soak, long seed) {
    /** Number of random pairs in the paper. */
    public static final int ALL_PALS = 50;
    /** The default size of a transfer. */
    public static final long SIZE = 2_000_000;
    /** The default length of the soak. */
    public static final Duration SOAK = Duration.ofMinutes(1);

    private static final Duration SHORTEST_SOAK = Duration.ofSeconds(5);
    /** The subscriber of a run keeps what it gets in memory. */
    private static final Duration LONGEST_SOAK = Duration.ofHours(6);

    /** Checks the numbers. */
    public Cases {
        if (bytes < 10_000 || bytes > 100_000_000) {
            throw new IllegalArgumentException("a size of " + bytes + ", allowed are 10000 to 100000000 bytes");
        }
        if (pals < 1 || pals > ALL_PALS) {
            throw new IllegalArgumentException(pals + " random pairs of paths, allowed are 1 to " + ALL_PALS);
        }
        if (soak.compareTo(SHORTEST_SOAK) < 0 || soak.compareTo(LONGEST_SOAK) > 0) {
            throw new IllegalArgumentException("a soak of " + soak.toSeconds() + " s, allowed are "
                    + SHORTEST_SOAK.toSeconds() + " to " + LONGEST_SOAK.toSeconds());
        }
    }

    /**
     * The cases of a scenario, and its variations.
     *
     * @param reading how delays are read, so that a path whose delay changes gets its own back
     */
    public List<StudiedCase> of(Scenario scenario, Reading reading) {
        PalsCases pairs = new PalsCases(bytes, pals, seed);
        return switch (scenario) {
            case PALS -> pairs.random();
            case HAND_OVER -> varied(pairs.handOver());
            case REGIONAL -> pairs.regional();
            case FAIL_OVER -> TelemetryCases.failOver();
            case OKUNISHI -> new OkunishiCases(bytes).all();
            case PATH_BREAK -> new BreakCases(bytes).all();
            case ALARM -> dying(TelemetryCases.alarm());
            case COST -> TelemetryCases.cost();
            case SHARED -> SharedCases.of(bytes);
            case SOAK -> List.of(SoakCase.of(soak, seed, reading));
        };
    }

    /** A case, with a broker that dies, and with its delay read the other way. */
    static List<StudiedCase> varied(StudiedCase studied) {
        List<StudiedCase> cases = new ArrayList<>(dying(studied));
        cases.add(studied.readOtherwise());
        return cases;
    }

    /** A case, and with a broker that dies. */
    static List<StudiedCase> dying(StudiedCase studied) {
        return List.of(studied, studied.withDeathOfBroker());
    }

    /** When the state before the events ends, for a case with a path that shall stay idle. */
    public static Duration calmUntil() {
        return TelemetryCases.TROUBLE_AT;
    }

    /** When the state before the events should be back: five seconds after the last one. */
    public static Duration calmAgain() {
        return TelemetryCases.TROUBLE_AT.plus(TelemetryCases.TROUBLE_FOR.multipliedBy(2));
    }
}
