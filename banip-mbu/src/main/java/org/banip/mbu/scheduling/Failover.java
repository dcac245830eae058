package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathScheduler;

/** {@code failover}: the first path in the configuration that is good, normal ones before backups, sends everything. The others are idle. */
final class Failover implements PathScheduler {
    @Override
    public boolean sends(Choice choice) {
        Path asked = choice.asked();
        for (int p = 0; p < asked.number(); p++) {
            if (Candidates.has(choice, choice.path(p))) {
                return false;
            }
        }
        return Candidates.has(choice, asked);
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return sends(choice) && Candidates.isStuck(choice);
    }
}
