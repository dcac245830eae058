package org.banip.emulator.profile;

import java.time.Duration;

/**
 * What a packet waits that finds the link at rest, because a bearer has to be set up first: in GPRS a temporary block flow (TBF).
 * Uniformly distributed.
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

    /** On average. */
    public Duration mean() {
        return min.plus(max).dividedBy(2);
    }
}
