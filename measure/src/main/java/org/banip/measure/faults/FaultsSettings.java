package org.banip.measure.faults;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * How the suite runs.
 *
 * @param first number of the first round, from 1
 * @param rounds number of rounds
 * @param seed of all that is left to chance
 * @param parallel arrangements at the same time
 * @param life most rounds of one arrangement
 * @param databases whether the store is in PostgreSQL; arrangements take turns
 * @param kinds the faults to draw from
 * @param patience how long delivery may take to go on
 */
public record FaultsSettings(
        int first,
        int rounds,
        long seed,
        int parallel,
        int life,
        List<Boolean> databases,
        Set<String> kinds,
        Duration patience) {
    private static final int MOST_ROUNDS = 10_000_000;
    private static final int LONGEST_LIFE = 1_000;

    /** Checks the numbers and names; no kinds are all kinds. */
    public FaultsSettings {
        check("--rounds", rounds, MOST_ROUNDS);
        check("--first", first, MOST_ROUNDS);
        check("--life", life, LONGEST_LIFE);
        databases = List.copyOf(databases);
        kinds = Set.copyOf(kinds);
        kinds.forEach(FaultKind::of);
    }

    private static void check(String name, int number, int most) {
        if (number < 1 || number > most) {
            throw new IllegalArgumentException(name + " " + number + ", allowed is a number from 1 to " + most);
        }
    }

    Set<FaultKind> faultKinds() {
        EnumSet<FaultKind> all = EnumSet.noneOf(FaultKind.class);
        kinds.forEach(name -> all.add(FaultKind.of(name)));
        return all.isEmpty() ? EnumSet.allOf(FaultKind.class) : all;
    }

    /** The same with SQLite only. */
    FaultsSettings withoutPostgresql() {
        return new FaultsSettings(first, rounds, seed, parallel, life, List.of(false), kinds, patience);
    }
}
