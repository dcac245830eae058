package org.banip.mbu.spool;

import org.banip.core.packet.Packet;

/**
 * Where the payloads of packets are: on the heap, or only in the journal. A packet that is put in while the spool has more than a bound is left in
 * the journal until a link claims it. Guarded by the spool's monitor.
 */
final class Payloads {
    private final SpoolJournal journal;
    private final long mostOnHeap;

    Payloads(SpoolJournal journal, long mostOnHeap) {
        this.journal = journal;
        this.mostOnHeap = mostOnHeap;
    }

    /** Puts an item into the journal, and leaves its payload there if the spool has too much. */
    void put(Spooled spooled, long bytes) {
        spooled.place = journal.put(spooled.item, spooled.putNanos);
        leaveIf(journal.isDurable() && bytes > mostOnHeap, spooled);
    }

    /** Puts an item into the journal once more, under its present number. */
    void putAgain(Spooled spooled) {
        boolean parked = spooled.parked;
        load(spooled);
        spooled.place = journal.put(spooled.item, spooled.putNanos);
        leaveIf(parked, spooled);
    }

    /**
     * Puts a packet into the journal that has moved to another group.
     *
     * @param packet its former self
     * @param moved without a checksum
     */
    void move(Spooled moved, Packet packet, boolean leave) {
        moved.place = journal.move((Packet) moved.item, moved.putNanos, packet.group(), packet.sequence());
        leaveIf(leave, moved);
    }

    /** The packet with its payload goes back to the heap. Does nothing if it is there. */
    void load(Spooled spooled) {
        if (spooled.parked && spooled.item instanceof Packet packet) {
            spooled.item = Packet.of(packet.header(), journal.payload(spooled.place));
            spooled.parked = false;
        }
    }

    private static void leaveIf(boolean leave, Spooled spooled) {
        if (leave && spooled.item instanceof Packet packet) {
            spooled.item = Kept.withoutPayload(packet.header());
            spooled.parked = true;
        }
    }
}
