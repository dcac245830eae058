package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.stage.SendPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Which links have what under way, in all groups: what one of several links sends as well, for which items the host's answer is waited for, and how
 * often links sent again. Guarded by the spool's monitor.
 */
final class Carriers {
    private final SendPolicy policy;
    private final List<GroupSpool> spools;
    /** Of each link: how many items it has claimed that had been claimed before. */
    private long[] sentAgain = new long[1];

    Carriers(SendPolicy policy, List<GroupSpool> spools) {
        this.policy = policy;
        this.spools = spools;
    }

    /** Claims the most urgent item that a link sends as well, or returns null. Of each group the first one is looked at. */
    @Nullable
    Spooled claimAsWell(int link, Set<ServiceClass> classes, Room room, Sharing sharing) {
        GroupSpool best = null;
        Spooled first = null;
        for (int g = 0; g < spools.size(); g++) {
            GroupSpool spool = spools.get(g);
            boolean mayGoFirst = best == null || classOf(spool).compareTo(classOf(best)) <= 0;
            if (mayGoFirst && classes.contains(classOf(spool)) && spool.sent.isAnyElsewhere(link)) {
                Spooled own = firstAsWell(spool, link, room, sharing);
                boolean before = best == null
                        || first == null
                        || (own != null && policy.goesBefore(g, own.rank, best.group, first.rank));
                best = own != null && before ? spool : best;
                first = own != null && before ? own : first;
            }
        }
        if (best != null && first != null) {
            sharing.sentAsWell(best.group, first);
            best.sent.claimedAsWell(first, link);
        }
        return first;
    }

    /** The host has refused the request in which a link has sent its items of these service classes. */
    void refused(int link, Set<ServiceClass> classes) {
        for (GroupSpool spool : spools) {
            if (classes.contains(classOf(spool))) {
                spool.sent.refused(link);
            }
        }
    }

    private @Nullable Spooled firstAsWell(GroupSpool spool, int link, Room room, Sharing sharing) {
        if (room == Room.OPEN || (room == Room.BEYOND && classOf(spool) == ServiceClass.ALARM)) {
            return spool.sent.firstAsWell(link, sharing, spool.isFirstUnderWay());
        }
        Spooled first = spool.waitsForOthers(link) ? spool.sent.first() : null;
        return first != null && sharing.sendsAsWell(spool.group, first, true) ? first : null;
    }

    /** Whether items of these service classes are under way that the link does not have. */
    boolean isAnyElsewhere(int link, Set<ServiceClass> classes) {
        for (int g = 0; g < spools.size(); g++) {
            if (classes.contains(classOf(spools.get(g))) && spools.get(g).sent.isAnyElsewhere(link)) {
                return true;
            }
        }
        return false;
    }

    /** The number of items that a link has. */
    int outstanding(int link) {
        int outstanding = 0;
        for (int g = 0; g < spools.size(); g++) {
            outstanding += spools.get(g).sent.on(link);
        }
        return outstanding;
    }

    /** The groups of which any link has an item. */
    List<Integer> outstandingGroups() {
        List<Integer> outstanding = new ArrayList<>();
        for (int g = 0; g < spools.size(); g++) {
            if (!spools.get(g).sent.isEmpty()) {
                outstanding.add(g);
            }
        }
        return outstanding;
    }

    /** The links that have the first item of a group before a number, of all groups: bit n for number n. */
    int ofFirst(long[] next) {
        int carriers = 0;
        for (int g = 0; g < Math.min(spools.size(), next.length); g++) {
            Spooled first = spools.get(g).firstUnderWay();
            if (first != null && first.item.nextSequence() <= next[g]) {
                carriers |= first.carriers();
            }
        }
        return carriers;
    }

    /** For how long the first item of a group has been on a link; of several groups the longest. */
    long overdueNanos(int link, long nowNanos) {
        long longest = 0;
        for (int g = 0; g < spools.size(); g++) {
            Spooled first = spools.get(g).firstUnderWay();
            if (first != null && first.link == link) {
                longest = Math.max(longest, nowNanos - first.sentNanos);
            }
        }
        return longest;
    }

    /** A link has claimed an item that had been claimed before. */
    void countSentAgain(int link) {
        if (link >= sentAgain.length) {
            sentAgain = Arrays.copyOf(sentAgain, link + 1);
        }
        sentAgain[link]++;
    }

    /** How many of those a link has claimed. */
    long sentAgain(int link) {
        return link < sentAgain.length ? sentAgain[link] : 0;
    }

    private ServiceClass classOf(GroupSpool spool) {
        return policy.groups().get(spool.group).serviceClass();
    }
}
