package org.banip.wsb.host;

import java.time.Duration;

/**
 * When hosts are asked, and when one counts as dead.
 *
 * @param interval between an answer and the next question to a living host
 * @param silence a host that answered nothing and sent nothing for so long after a question is dead
 */
public record HostTimes(Duration interval, Duration silence) {
    private static final long LONGEST_MILLIS = 10_000;
    private static final int MOST_DOUBLINGS = 20;

    /** How long to wait before a dead host is asked again: half the interval, doubled each time, at most 10 s. */
    long backoffNanos(int tries) {
        long millis = Math.max(1, interval.toMillis() / 2) << Math.min(tries, MOST_DOUBLINGS);
        return Duration.ofMillis(Math.min(LONGEST_MILLIS, millis)).toNanos();
    }
}
