package org.banip.emulator.profile;

import java.time.Duration;

/**
 * The wait of a packet on an idle link until a bearer is set up, in GPRS a temporary block flow (TBF). It is uniformly distributed.
 *
 * @param min the shortest
 * @param max the longest
 */
public record BearerWait(Duration min, Duration max) {
    /** Up to an hour. */
    public BearerWait {
        Limits.time("bearerWait.min", min);
        Limits.time("bearerWait.max", max);
        if (min.compareTo(max) > 0) {
            throw new IllegalArgumentException("bearerWait is " + min + " to " + max + ", must not shrink");
        }
    }

    /** The mean wait. */
    public Duration mean() {
        return min.plus(max).dividedBy(2);
    }
}
