package org.banip.surrogate.alert;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An alert as it stands.
 *
 * @param id the same for ever, on every host of the store
 * @param ban the BAN's id
 * @param session the session in which it was found, last if it was found again
 * @param cause what it is about
 * @param priority how soon somebody must react
 * @param state how it stands
 * @param raisedNanos when it was raised, nanoseconds since the epoch
 * @param acknowledged who acknowledged it, if anybody has
 * @param endedNanos when it ended, if it has
 * @param steps how many steps it has had; the last one has this number
 * @param over whether what it is about is over, while it is open: it waits for an acknowledgement
 * @param damaged whether its row in the store is not as it was written, so that any of this may be wrong
 */
public record Alert(
        UUID id,
        String ban,
        UUID session,
        Cause cause,
        Priority priority,
        AlertState state,
        long raisedNanos,
        Optional<Acknowledgement> acknowledged,
        OptionalLong endedNanos,
        int steps,
        boolean over,
        boolean damaged) {
    /** One that is not over, and whose row is as it was written. */
    public Alert(
            UUID id,
            String ban,
            UUID session,
            Cause cause,
            Priority priority,
            AlertState state,
            long raisedNanos,
            Optional<Acknowledgement> acknowledged,
            OptionalLong endedNanos,
            int steps) {
        this(id, ban, session, cause, priority, state, raisedNanos, acknowledged, endedNanos, steps, false, false);
    }

    /**
     * That somebody has taken care of it.
     *
     * @param by the person's name
     * @param atNanos when, nanoseconds since the epoch
     */
    public record Acknowledgement(String by, long atNanos) {}
}
