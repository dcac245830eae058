package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.banip.core.packet.Packet;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;

/** Puts the items of an earlier process into the spools of their groups. They count as produced and encoded by this one. */
final class KeptItems {
    /**
     * An item in the order of all groups.
     *
     * @param time when it or an item before it in its group was put in last: an item that has moved may be older than those before it
     */
    private record Ordered(Kept.Item kept, long time) {}

    private KeptItems() {}

    /**
     * Puts them in.
     *
     * @return how many
     */
    static long restore(
            Kept kept, SendPolicy policy, List<GroupSpool> spools, List<GroupCounters> counters, long nowNanos) {
        List<Ordered> all = new ArrayList<>();
        for (int g = 0; g < kept.groups().size(); g++) {
            Kept.Group group = kept.groups().get(g);
            spools.get(g).resume(group);
            long time = Long.MIN_VALUE;
            for (Kept.Item item : group.items()) {
                time = Math.max(time, item.putNanos());
                all.add(new Ordered(item, time));
            }
        }
        all.sort(Comparator.comparingLong(Ordered::time)); // stable: each group stays in sequence
        long order = 0;
        for (Ordered ordered : all) {
            Kept.Item item = ordered.kept();
            int group = item.item().group();
            long put = Math.min(item.putNanos(), nowNanos); // the device's clock may have been set back
            Spooled spooled = Spooled.kept(item, policy.rank(item.item(), put, order++), put);
            spooled.everSent = item.item().sequence() < kept.groups().get(group).sent();
            spools.get(group).restore(spooled);
            count(counters.get(group), spooled, policy.groups().get(group).setBytes());
        }
        return order;
    }

    private static void count(GroupCounters count, Spooled spooled, int setBytes) {
        count.unitsEntered.addAndGet(spooled.units());
        if (spooled.item instanceof Packet packet) {
            int units = packet.header().unitCount();
            count.unitsProduced.addAndGet(units);
            count.bytesRaw.addAndGet((long) units * setBytes);
            count.countPacket(units, spooled.payloadBytes);
        }
    }
}
