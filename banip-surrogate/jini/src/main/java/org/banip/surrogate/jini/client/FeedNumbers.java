package org.banip.surrogate.jini.client;

import java.util.List;
import org.banip.core.ban.BanDescription;
import org.banip.core.error.BanipException;
import org.banip.surrogate.api.reduction.ReducedBan;
import org.banip.surrogate.api.reduction.ReducedNumbers;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.remote.RefusedException;
import org.jspecify.annotations.Nullable;

/** What a feed's sequence numbers and units are in the BAN's packets and units; they are the same unless the feed is reduced. Immutable. */
final class FeedNumbers {
    /** Of a feed that is not reduced. */
    static final FeedNumbers WHOLE = new FeedNumbers(null);

    /** Units of a reduced feed that wait for the filter when the first one comes. */
    private static final int WAITING = 3;

    private final @Nullable ReducedBan reduced;

    private FeedNumbers(@Nullable ReducedBan reduced) {
        this.reduced = reduced;
    }

    /**
     * Those of a feed of this BAN.
     *
     * @throws RefusedException if the reduction does not fit the BAN; the host would refuse it, too
     */
    static FeedNumbers of(BanDescription ban, Reduction reduction) throws RefusedException {
        if (reduction.isNone()) {
            return WHOLE;
        }
        try {
            return new FeedNumbers(ReducedBan.of(ban, reduction));
        } catch (BanipException e) {
            throw RefusedException.of(e);
        }
    }

    /** The numbers that come next in the feed, from those that come next in the BAN. */
    List<Long> at(List<Long> positions) {
        return reduced == null || positions.isEmpty() ? positions : reduced.numbersAt(positions);
    }

    /** How many of the BAN's packets are between the numbers below {@code next} and the first packet that may be in the event of this number. */
    long packetsBetween(long next, long number) {
        return reduced == null
                ? Math.max(0, number - next)
                : Math.max(0, ReducedNumbers.beginOf(number) - ReducedNumbers.packetAt(next));
    }

    /** How many of the BAN's packets are between the numbers below {@code next} and the one that caused this event. */
    long packetsUntil(long next, long number) {
        return reduced == null
                ? packetsBetween(next, number)
                : Math.max(0, ReducedNumbers.causeOf(number) - ReducedNumbers.packetAt(next));
    }

    /** Whether a loss may be shorter than a packet. */
    boolean losesParts() {
        return reduced != null;
    }

    /** Converts a number of units of the feed to units of the BAN. */
    long units(int group, long units) {
        return reduced == null ? units : units * reduced.divisor(group);
    }

    /** Estimates the BAN's units in a number of its packets, from the number and the units of the feed's first event. */
    long estimate(int group, long packets, long number, long units) {
        if (reduced == null || reduced.divisor(group) == 1) {
            return packets * units;
        }
        long taken = ReducedNumbers.causeOf(number) - ReducedNumbers.beginOf(number) + 1;
        return packets * units(group, units + WAITING) / Math.max(1, taken);
    }
}
