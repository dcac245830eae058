package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathScheduler;

/** {@code lowest-rtt}: of the paths that have room, the one with the shortest round trip; the default of kernel MPTCP. */
final class LowestRtt implements PathScheduler {
    @Override
    public boolean sends(Choice choice) {
        Path asked = choice.asked();
        for (int p = 0; p < choice.paths(); p++) {
            Path other = choice.path(p);
            if (other.roundTripNanos() < asked.roundTripNanos() && other.room() > 0 && Candidates.has(choice, other)) {
                return false;
            }
        }
        return Candidates.has(choice, asked);
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return Candidates.has(choice, choice.asked()) && Candidates.isStuck(choice);
    }
}
