package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathScheduler;

/**
 * {@code blest}: the path with the shortest round trip sends while it has room. A slower one sends only if the fast path cannot, during the slow one's
 * round trip, fill what the host's reorder window leaves: otherwise it would be blocked (Ferlin et al., "BLEST: Blocking Estimation-based MPTCP
 * Scheduler", 2016). Nor does it send what it would deliver after the time for which the host waits.
 */
final class Blest implements PathScheduler {
    private static final double NANOS_PER_SECOND = 1e9;

    @Override
    public boolean sends(Choice choice) {
        Path asked = choice.asked();
        if (!Candidates.has(choice, asked)) {
            return false;
        }
        Path fastest = asked;
        for (int p = 0; p < choice.paths(); p++) {
            Path other = choice.path(p);
            if (other.roundTripNanos() < fastest.roundTripNanos() && Candidates.has(choice, other)) {
                fastest = other;
            }
        }
        if (fastest == asked) {
            return true;
        }
        double inThatTime = fastest.bytesPerSecond() * asked.roundTripNanos() / NANOS_PER_SECOND;
        return fastest.room() <= 0
                && inThatTime <= choice.bytesAhead() - choice.bytes()
                && asked.expectedNanos(choice.bytes()) <= choice.reorderNanos();
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return Candidates.has(choice, choice.asked()) && Candidates.isStuck(choice);
    }
}
