package org.banip.surrogate.interconnect;

import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** What all interconnects of a host did, those that ended included. Any thread. */
public final class HostCounters {
    private final LongAdder duplicates = new LongAdder();
    private final PathTotals paths;

    /**
     * Nothing happened yet.
     *
     * @param pathNames names of paths that are counted apart in any case, and that anybody may read
     */
    public HostCounters(Set<String> pathNames) {
        paths = new PathTotals(pathNames);
    }

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
