package org.banip.mbu.send;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.ban.SensorGroup;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.status.GroupStatus;

/** The status of a {@link SendPath}: how much passed each stage. Any thread. */
final class SendCounts {
    private final List<SensorGroup> groups;
    private final List<GroupCounters> counters;
    private final SpoolLog spool;

    SendCounts(List<SensorGroup> groups, List<GroupCounters> counters, SpoolLog spool) {
        this.groups = groups;
        this.counters = counters;
        this.spool = spool;
    }

    /** Whether everything that entered is stored by the host. */
    boolean settled() {
        for (GroupCounters count : counters) {
            if (count.unitsSettled.get() < count.unitsEntered.get()) {
                return false;
            }
        }
        return true;
    }

    /** The counters of all groups. */
    List<GroupStatus> groupStatus() {
        List<GroupStatus> all = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            GroupCounters count = counters.get(g);
            all.add(new GroupStatus(
                    groups.get(g).name(),
                    count.unitsProduced.get(),
                    count.unitsDropped.get(),
                    count.unitsEncoded.get(),
                    count.unitsSent.get(),
                    count.unitsAcknowledged.get(),
                    count.unitsInGaps.get(),
                    count.unitsSpoolFull.get(),
                    count.unitsSensorSilent.get(),
                    count.unitsThinned.get(),
                    count.packets.get(),
                    count.packetsAcknowledged.get(),
                    count.gaps.get(),
                    count.retransmissions.get(),
                    count.bytesRaw.get(),
                    count.bytesEncoded.get(),
                    count.bytesFramed.get(),
                    spool.packets(g),
                    spool.bytes(g)));
        }
        return all;
    }
}
