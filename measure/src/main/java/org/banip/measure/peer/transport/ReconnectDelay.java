package org.banip.measure.peer.transport;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Back-off before the next attempt: doubled each time up to a bound; half of it is random. One thread. */
public final class ReconnectDelay {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private Duration next = FIRST;

    /** Begins with the shortest wait. */
    public ReconnectDelay() {}

    /** Waits after a failed attempt. */
    public void sleep() throws InterruptedException {
        long millis = next.toMillis();
        Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
        Duration twice = next.multipliedBy(2);
        next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }

    /** Resets the wait after a success. */
    public void reset() {
        next = FIRST;
    }
}
