package org.banip.emulator.profile;

import java.time.Duration;
import java.util.Set;

/**
 * A change that is due at a certain time.
 *
 * @param at since the link was opened
 * @param ways the directions concerned; both for a change of address
 * @param change the change
 */
public record TimedChange(Duration at, Set<Way> ways, Change change) {
    /** At least one way. */
    public TimedChange {
        Limits.time("at", at);
        ways = Set.copyOf(ways);
        if (ways.isEmpty()) {
            throw new IllegalArgumentException("a change must concern up, down or both");
        }
        if (change instanceof Change.Address && ways.size() < Way.values().length) {
            throw new IllegalArgumentException("a change of address concerns both ways, not " + ways);
        }
    }
}
