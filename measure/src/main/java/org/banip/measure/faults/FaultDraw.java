package org.banip.measure.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Draws the faults of a round from the seed and the round's number, and from nothing else. Immutable. */
final class FaultDraw {
    private static final double TWO = 0.3;
    private static final int LATEST_MILLIS = 1_500;
    private static final int MOST_BITS = 6;
    private static final int KILL_WEIGHT = 2;
    private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

    private final long seed;
    private final Set<FaultKind> kinds;

    /**
     * Draws of these kinds.
     *
     * @param kinds at least one
     */
    FaultDraw(long seed, Set<FaultKind> kinds) {
        this.seed = seed;
        this.kinds = Set.copyOf(kinds);
    }

    private record Choice(FaultKind kind, Place place) {}

    /** One or two faults at different places, in the order of their begin. */
    List<Fault> faults(int round, ArrangementKind arrangement) {
        SplittableRandom random = new SplittableRandom(seed ^ round * 0x9E3779B97F4A7C15L);
        List<Choice> choices = choices(arrangement);
        List<Fault> drawn = new ArrayList<>();
        Choice first = choices.get(random.nextInt(choices.size()));
        drawn.add(fault(first, random));
        List<Choice> others =
                choices.stream().filter(choice -> isBeside(first, choice)).toList();
        if (random.nextDouble() < TWO && !others.isEmpty()) {
            drawn.add(fault(others.get(random.nextInt(others.size())), random));
        }
        drawn.sort(Comparator.comparing(Fault::at));
        return drawn;
    }

    /** A host waits for its database when it starts, so they are not met at the same time. */
    private static boolean isBeside(Choice first, Choice second) {
        Set<Place> places = Set.of(Place.HOST, Place.DATABASE);
        return first.place() != second.place() && !(places.contains(first.place()) && places.contains(second.place()));
    }

    private List<Choice> choices(ArrangementKind arrangement) {
        List<Choice> choices = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            for (Place place : kind.places()) {
                if (kinds.contains(kind) && arrangement.allows(kind, place)) {
                    int times = kind == FaultKind.KILL ? KILL_WEIGHT : 1;
                    for (int i = 0; i < times; i++) {
                        choices.add(new Choice(kind, place));
                    }
                }
            }
        }
        if (choices.isEmpty()) {
            throw new IllegalArgumentException("the faults " + kinds + " are all impossible here, " + arrangement);
        }
        return choices;
    }

    private static Fault fault(Choice choice, SplittableRandom random) {
        Duration at = Duration.ofMillis(random.nextInt(LATEST_MILLIS));
        long lasts = switch (choice.kind()) {
            case KILL -> random.nextInt(1_500);
            case STOP, STALL -> random.nextBoolean() ? random.nextInt(100, 1_500) : random.nextInt(1_500, 6_000);
            case CUT, HALF_OPEN, DISK_FULL -> random.nextInt(100, 4_000);
            case DAMAGE -> random.nextInt(1_000, 3_000);
            case READ_ONLY -> random.nextInt(500);
            case RESET, CLOCK -> 0;
        };
        long amount = switch (choice.kind()) {
            case DAMAGE -> random.nextInt(1, MOST_BITS);
            case CLOCK -> jump(random);
            default -> 0;
        };
        return new Fault(choice.kind(), choice.place(), at, Duration.ofMillis(lasts), amount);
    }

    /** Seconds, minutes, hours or a day, on or back. */
    private static long jump(SplittableRandom random) {
        long most = DAY_MILLIS;
        for (int i = random.nextInt(4); i > 0; i--) {
            most /= 24;
        }
        long millis = random.nextLong(most / 24, most);
        return random.nextBoolean() ? millis : -millis;
    }
}
