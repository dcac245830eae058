package org.banip.mbu.interconnect;

import org.banip.mbu.spi.SteadyClock;

/** A clock that a test sets. */
final class ManualClock implements SteadyClock {
    long nanos = 1_700_000_000_000_000_000L;

    @Override
    public long epochNanos() {
        return nanos;
    }
}
