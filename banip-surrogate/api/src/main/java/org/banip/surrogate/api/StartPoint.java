package org.banip.surrogate.api;

import java.util.List;

/** Where a subscription to a surrogate begins. */
public sealed interface StartPoint {
    /** With what comes from now on. */
    record Live() implements StartPoint {}

    /**
     * With what is stored.
     *
     * @param nextSequences per group, in the order of the BAN description, the sequence number of the first packet or gap that is wanted; empty: all
     *     from the beginning. Groups behind the last number, which were added to the session since then, are wanted from the beginning
     */
    record Stored(List<Long> nextSequences) implements StartPoint {
        /** Copies the list and checks the numbers. */
        public Stored {
            nextSequences = List.copyOf(nextSequences);
            for (long next : nextSequences) {
                if (next < 0) {
                    throw new IllegalArgumentException("sequence number " + next + " is below zero");
                }
            }
        }
    }

    /** With what comes from now on. */
    static StartPoint now() {
        return new Live();
    }

    /** With the first packet that was stored. */
    static StartPoint beginning() {
        return new Stored(List.of());
    }

    /** With these sequence numbers, one for each group: a subscriber that was away goes on after the last packet or gap that it got. */
    static StartPoint at(List<Long> nextSequences) {
        return new Stored(nextSequences);
    }
}
