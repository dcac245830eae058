package org.banip.mbu.spool;

import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.mbu.stage.GroupCounters;

/** Lets go of what the host has stored, whichever link carried it, and counts it. Guarded by its {@link MemorySpool}. */
final class Releases {
    private final List<GroupCounters> counters;
    private final Occupancy occupancy;
    private final SpoolJournal journal;

    Releases(List<GroupCounters> counters, Occupancy occupancy, SpoolJournal journal) {
        this.counters = counters;
        this.occupancy = occupancy;
        this.journal = journal;
    }

    /** Releases a group's items before this number. Returns whether there were any. */
    boolean release(GroupSpool spool, long before) {
        spool.requireSent(before);
        Spooled first = spool.releaseFirst(before);
        boolean any = first != null;
        while (first != null) {
            count(counters.get(spool.group), first);
            first = spool.releaseFirst(before);
        }
        if (any) {
            journal.released(spool.group, spool.releasedSequence);
            occupancy.wake();
        }
        return any;
    }

    private void count(GroupCounters count, Spooled spooled) {
        occupancy.remove(spooled);
        if (spooled.item instanceof Packet) {
            count.packetsAcknowledged.incrementAndGet();
            count.unitsAcknowledged.addAndGet(spooled.units());
        }
        if (!spooled.settled) {
            count.unitsSettled.addAndGet(spooled.units());
        }
    }
}
