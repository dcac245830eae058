package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathScheduler;

/**
 * {@code ecf}: a path does not send if another one, even if it has no room now, would deliver all that waits earlier than this path would deliver the
 * packet (Lim et al., "ECF: An MPTCP Path Scheduler to Manage Heterogeneous Paths", 2017). A path that has waited needs a greater advantage to send.
 */
class EarliestCompletion implements PathScheduler {
    private static final double HYSTERESIS = 0.25;

    private int waiting; // of each path a bit

    @Override
    public boolean sends(Choice choice) {
        Path asked = choice.asked();
        return Candidates.has(choice, asked) && !isLaterThanAnother(choice, asked);
    }

    private boolean isLaterThanAnother(Choice choice, Path asked) {
        int bit = 1 << asked.number();
        long nanos = asked.expectedNanos(choice.bytes());
        double bound = (waiting & bit) == 0 ? nanos : nanos * (1 + HYSTERESIS);
        for (int p = 0; p < choice.paths(); p++) {
            Path other = choice.path(p);
            if (p != asked.number()
                    && other.expectedNanos(choice.waitingBytes()) < bound
                    && other.expectedNanos(choice.bytes()) < nanos
                    && isTakenIntoAccount(choice, other)) {
                waiting |= bit;
                return true;
            }
        }
        waiting &= ~bit;
        return false;
    }

    /** Whether a path may send the packet in place of the asked one. */
    boolean isTakenIntoAccount(Choice choice, Path other) {
        return Candidates.has(choice, other);
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return Candidates.has(choice, choice.asked()) && Candidates.isStuck(choice);
    }
}
