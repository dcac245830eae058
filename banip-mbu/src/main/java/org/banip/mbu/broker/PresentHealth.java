package org.banip.mbu.broker;

import org.banip.mbu.settings.FailoverSettings;
import org.banip.mbu.spi.SteadyClock;

/** What the links have seen of the present broker, and whether it has failed for long enough to be left. Guarded by {@link Brokers}. */
final class PresentHealth {
    static final long NEVER = Long.MAX_VALUE;

    private final FailoverSettings settings;
    private final SteadyClock clock;
    private long chosenAtNanos;
    /** A bit for each link on which the host answers. */
    private long connected;

    private long failingSinceNanos = NEVER;
    private String failure = "";
    private boolean refused;

    PresentHealth(FailoverSettings settings, SteadyClock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Another broker is the present one. */
    void chosen() {
        chosenAtNanos = clock.epochNanos();
        connected = 0;
        failingSinceNanos = NEVER;
        refused = false;
    }

    long chosenAtNanos() {
        return chosenAtNanos;
    }

    /** Whether the host answers on a link. */
    void connected(int link, boolean answers) {
        connected = answers ? connected | 1L << link : connected & ~(1L << link);
    }

    /** Whether the host answers on any link. */
    boolean isConnected() {
        return connected != 0;
    }

    void works() {
        failingSinceNanos = NEVER;
        refused = false;
    }

    /** An attempt that began then has failed. */
    void failed(long beganNanos, String why) {
        failure = why;
        failingSinceNanos = Math.min(failingSinceNanos, Math.max(beganNanos, chosenAtNanos));
    }

    /** The broker refuses this MBU, and there is another one: it is left at once. */
    void refused(String why) {
        refused = true;
        failure = why;
        failingSinceNanos = Math.min(failingSinceNanos, clock.epochNanos());
    }

    /** The last failure, for people. */
    String failure() {
        return failure;
    }

    /** Whether a link has seen it fail since it worked last. */
    boolean hasFailed() {
        return failingSinceNanos != NEVER;
    }

    /** Whether it has failed, and the host answers on no link. */
    boolean isFailing() {
        return hasFailed() && !isConnected();
    }

    /** When it has failed for long enough, unless it works before; {@link #NEVER} if it does not fail. */
    long leftAtNanos() {
        return isFailing() ? failingSinceNanos + settings.failAfter().toNanos() : NEVER;
    }

    boolean mustBeLeft() {
        return refused
                || (isFailing()
                        && clock.epochNanos() - failingSinceNanos
                                >= settings.failAfter().toNanos());
    }

    /** It stays although it fails, because no other one can be reached. It must be left again after a pause. */
    void stays(long nowNanos, long pauseNanos) {
        if (hasFailed()) {
            failingSinceNanos =
                    Math.max(nowNanos, clock.epochNanos() - settings.failAfter().toNanos() + pauseNanos);
        }
        refused = false;
    }
}
