package org.banip.mbu.spool;

import java.util.List;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;

/** How full the spool is, and whether the encoding thread waits for room. Guarded by the spool's monitor. */
final class Occupancy {
    private final SendPolicy policy;
    private final List<GroupSpool> spools;
    private final WakeUp roomMade;
    /** Whether nothing was admitted, so that the encoding thread waits for room. */
    private boolean roomWanted;

    private int packets;
    private long bytes;

    /** Of the spools of these groups. The wake-up wakes the encoding thread. */
    Occupancy(SendPolicy policy, List<GroupSpool> spools, WakeUp roomMade) {
        this.policy = policy;
        this.spools = spools;
        this.roomMade = roomMade;
    }

    /** How many more packets of a service class have room. */
    int admitted(ServiceClass of) {
        int room = policy.admitted(of, packets, bytes);
        roomWanted |= room == 0;
        return room;
    }

    /** Whether little room is left. */
    boolean isNearlyFull() {
        return policy.isNearlyFull(packets, bytes);
    }

    /** An item is put in. */
    void add(Spooled spooled) {
        packets++;
        bytes += spooled.bytes;
    }

    /** An item is released. */
    void remove(Spooled spooled) {
        packets--;
        bytes -= spooled.bytes;
    }

    /** Items of any groups may have come or gone. */
    void count() {
        packets = 0;
        bytes = 0;
        for (GroupSpool spool : spools) {
            packets += spool.size();
            bytes += spool.bytes();
        }
    }

    /** Wakes the encoding thread if it waits for room. */
    void wake() {
        if (roomWanted) {
            roomWanted = false;
            roomMade.raise();
        }
    }

    /** Their bytes, including an overhead for each. */
    long bytes() {
        return bytes;
    }

    /** The size of the spool, and the age of its oldest item. */
    SpoolLog.Backlog backlog() {
        long oldest = Long.MAX_VALUE;
        for (int g = 0; g < spools.size(); g++) {
            oldest = Math.min(oldest, spools.get(g).oldestNanos());
        }
        return new SpoolLog.Backlog(packets, bytes, oldest);
    }
}
