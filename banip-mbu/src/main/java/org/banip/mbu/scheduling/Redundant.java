package org.banip.mbu.scheduling;

import org.banip.mbu.spi.PathScheduler;

/** {@code redundant}: each path sends everything. */
final class Redundant implements PathScheduler {
    @Override
    public boolean sends(Choice choice) {
        return true;
    }

    @Override
    public boolean sendsAsWell(Choice choice) {
        return true;
    }
}
