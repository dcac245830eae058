package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathForecast;

/**
 * {@code reachability}: a path of which the end is foreseen sends as long as the packet arrives before the end, and before its deadline unless no path
 * delivers it in time, so that the path is used while it lasts. All other packets as {@code ecf}. What is under way on such a path is not re-injected,
 * because it arrives, and nothing is re-injected there, because new packets need the time that is left (after Okunishi et al., 2022).
 */
final class Reachability extends EarliestCompletion {
    /** How much longer than the packet needs a path must last. */
    private static final long SPARE_NANOS = 100_000_000L;

    @Override
    public boolean sends(Choice choice) {
        Path asked = choice.asked();
        if (!Candidates.has(choice, asked) || (!arrives(choice, asked) && anotherDelivers(choice))) {
            return false;
        }
        boolean early = isForeseen(asked) && arrives(choice, asked);
        return (early && (isInTime(choice, asked) || !anotherIsInTime(choice))) || super.sends(choice);
    }

    private static boolean isForeseen(Path path) {
        return path.nanosLeft() != PathForecast.NO_END;
    }

    /** Whether the path lasts until the packet has arrived. */
    private static boolean arrives(Choice choice, Path path) {
        return path.nanosLeft() - SPARE_NANOS >= path.expectedNanos(choice.bytes());
    }

    private static boolean isInTime(Choice choice, Path path) {
        return path.expectedNanos(choice.bytes()) <= choice.deadlineNanos() - choice.nowNanos();
    }

    private static boolean anotherIsInTime(Choice choice) {
        for (int p = 0; p < choice.paths(); p++) {
            Path other = choice.path(p);
            if (other != choice.asked()
                    && Candidates.has(choice, other)
                    && arrives(choice, other)
                    && isInTime(choice, other)) {
                return true;
            }
        }
        return false;
    }

    private static boolean anotherDelivers(Choice choice) {
        for (int p = 0; p < choice.paths(); p++) {
            Path other = choice.path(p);
            if (other != choice.asked() && Candidates.has(choice, other) && arrives(choice, other)) {
                return true;
            }
        }
        return false;
    }

    /** What a path would not deliver before its end does not wait for it. */
    @Override
    boolean isTakenIntoAccount(Choice choice, Path other) {
        return super.isTakenIntoAccount(choice, other) && arrives(choice, other);
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        boolean late = Candidates.allLate(choice);
        return Candidates.has(choice, choice.asked())
                && (late || (!isForeseen(choice.asked()) && !isOnForeseen(choice) && choice.isCheaperThanWaiting()));
    }

    private static boolean isOnForeseen(Choice choice) {
        for (int p = 0; p < choice.paths(); p++) {
            if (choice.isCarriedBy(p) && isForeseen(choice.path(p))) {
                return true;
            }
        }
        return false;
    }
}
