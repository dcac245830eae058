package org.banip.mbu.broker;

import java.net.URI;
import java.time.Duration;
import org.banip.mbu.settings.FailoverSettings;

/** A broker that the source knows, and what the MBU has seen of it. Guarded by {@link Brokers}. */
final class Candidate {
    final URI base;
    int priority;
    /** Its place among those of its priority. */
    int place;

    /** Whether it failed, or could not be reached when it would have been preferred, so that the MBU looks for it. */
    boolean missed;
    /** Until when its last answer counts, which was an error that is final, such as a wrong password. */
    private long refusedUntilNanos = Long.MIN_VALUE;

    private long avoidUntilNanos = Long.MIN_VALUE;
    private int failures;

    Candidate(URI base, int priority, int place) {
        this.base = base;
        this.priority = priority;
        this.place = place;
    }

    /** It is avoided for a time that grows. */
    void failed(long nowNanos, FailoverSettings settings) {
        Duration wait = settings.avoidFor();
        for (int n = 0; n < failures && wait.compareTo(settings.avoidAtMost()) < 0; n++) {
            wait = wait.multipliedBy(2);
        }
        failures++;
        missed = true;
        Duration bounded = wait.compareTo(settings.avoidAtMost()) < 0 ? wait : settings.avoidAtMost();
        avoidUntilNanos = nowNanos + bounded.toNanos();
    }

    /** It has stored something, or was connected for some time. */
    void works() {
        failures = 0;
        refusedUntilNanos = Long.MIN_VALUE;
        avoidUntilNanos = Long.MIN_VALUE;
    }

    /** Its answer was an error that is final. That may be mended there, so it counts for the longest time that a broker is avoided. */
    void refused(long nowNanos, FailoverSettings settings) {
        refusedUntilNanos = nowNanos + settings.avoidAtMost().toNanos();
    }

    boolean isRefused(long nowNanos) {
        return nowNanos < refusedUntilNanos;
    }

    boolean isAvoided(long nowNanos) {
        return nowNanos < avoidUntilNanos;
    }

    /** Whether this one goes before the other one if both are as near. */
    boolean outranks(Candidate other) {
        return priority < other.priority || (priority == other.priority && place < other.place);
    }
}
