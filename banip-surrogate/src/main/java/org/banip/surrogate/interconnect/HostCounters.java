package org.banip.surrogate.interconnect;

import java.util.concurrent.atomic.LongAdder;

/** What all interconnects of a host did, those that ended included. Any thread. */
public final class HostCounters {
    private final LongAdder duplicates = new LongAdder();
    private final PathTotals paths = new PathTotals();

    /** Nothing happened yet. */
    public HostCounters() {}

    void duplicate() {
        duplicates.increment();
    }

    /** What came by which paths. */
    public PathTotals paths() {
        return paths;
    }

    /** Packets and gaps that had come before. */
    public long duplicates() {
        return duplicates.sum();
    }
}
