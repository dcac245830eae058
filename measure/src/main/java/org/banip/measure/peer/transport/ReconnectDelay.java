package org.banip.measure.peer.transport;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next try: twice as long each time, up to a bound, and half of it left to chance. One thread. */
public final class ReconnectDelay {
    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private Duration next = FIRST;

    /** No try has failed yet. */
    public ReconnectDelay() {}

    /** Waits after a try that failed. */
    public void sleep() throws InterruptedException {
        long millis = next.toMillis();
        Thread.sleep(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1));
        Duration twice = next.multipliedBy(2);
        next = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }

    /** A try went well. */
    public void reset() {
        next = FIRST;
    }
}
