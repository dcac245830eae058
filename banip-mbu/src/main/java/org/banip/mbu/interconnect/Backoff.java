package org.banip.mbu.interconnect;

import java.util.Random;
import org.banip.mbu.settings.ReconnectSettings;

/**
 * "A uniformly random wait up to min(10 s, 0.5 s · 2ⁿ) before try n + 1; the first retry at once" (docs/protocol.md, "Liveness").
 * Belongs to the sending thread.
 */
final class Backoff {
    private static final int MAX_DOUBLINGS = 30;

    private final ReconnectSettings settings;
    private final Random random;
    private int tries;

    Backoff(ReconnectSettings settings, Random random) {
        this.settings = settings;
        this.random = random;
    }

    /** How long to wait before the next try. */
    long nextNanos() {
        int n = tries;
        tries = Math.min(tries + 1, MAX_DOUBLINGS);
        if (n == 0) {
            return 0;
        }
        double most = Math.min(
                (double) settings.longest().toNanos(), (double) settings.first().toNanos() * Math.pow(2, n));
        return (long) (random.nextDouble() * most);
    }

    /** The last attempt was successful: the next wait is the first one again. */
    void reset() {
        tries = 0;
    }
}
