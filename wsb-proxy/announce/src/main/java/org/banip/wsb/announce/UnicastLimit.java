package org.banip.wsb.announce;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How many questions are answered by unicast. Answers are longer than questions: nobody may flood a third party with them, and one machine must not
 * use up what is for all. One thread.
 */
final class UnicastLimit {
    /** In a second, over all machines. */
    static final int MOST = 50;
    /** In a second, to one machine. */
    static final int MOST_OF_ONE = 20;

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    /** Of the present period, at most {@link #MOST} machines. */
    private final Map<InetAddress, Integer> answered = new HashMap<>();

    private long sinceNanos;
    private int all;

    /** Whether a machine may be answered now; if so, that counts. */
    boolean allows(InetAddress machine, long nowNanos) {
        if (all > 0 && nowNanos - sinceNanos > PERIOD_NANOS) {
            answered.clear();
            all = 0;
        }
        int before = answered.getOrDefault(machine, 0);
        if (all == MOST || before == MOST_OF_ONE) {
            return false;
        }
        if (all == 0) {
            sinceNanos = nowNanos;
        }
        answered.put(machine, before + 1);
        all++;
        return true;
    }
}
