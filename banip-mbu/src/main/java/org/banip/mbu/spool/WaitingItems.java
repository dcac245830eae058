package org.banip.mbu.spool;

import java.util.List;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.stage.SendPolicy;
import org.jspecify.annotations.Nullable;

/** What waits to be claimed, in all groups. Guarded by the spool's monitor. */
final class WaitingItems {
    private final SendPolicy policy;
    private final List<GroupSpool> spools;
    private final List<GroupSpool> all;

    /** Of the spools whose items may be claimed; {@code all} has others behind them. */
    WaitingItems(SendPolicy policy, List<GroupSpool> claimable, List<GroupSpool> all) {
        this.policy = policy;
        spools = claimable;
        this.all = all;
    }

    /** The most urgent of these service classes of which an item waits, or null. */
    @Nullable
    ServiceClass mostUrgent(Set<ServiceClass> classes) {
        ServiceClass most = null;
        for (int g = 0; g < spools.size(); g++) {
            ServiceClass of = classOf(g);
            if (classes.contains(of) && !spools.get(g).waiting.isEmpty() && (most == null || of.compareTo(most) < 0)) {
                most = of;
            }
        }
        return most;
    }

    /** By how much longer than its latency bound the first item of a service class has waited; {@link Long#MIN_VALUE} if none waits. */
    long lateNanos(ServiceClass of, long nowNanos) {
        long late = Long.MIN_VALUE;
        for (int g = 0; g < spools.size(); g++) {
            Spooled first = spools.get(g).waiting.peek();
            if (first != null && classOf(g) == of) {
                late = Math.max(late, policy.lateNanos(g, nowNanos - first.putNanos));
            }
        }
        return late;
    }

    /** Whether an item of these service classes waits that comes before items of its group that the link has under way. */
    boolean holdsUp(int link, Set<ServiceClass> classes) {
        for (int g = 0; g < spools.size(); g++) {
            if (classes.contains(classOf(g)) && spools.get(g).holdsUp(link)) {
                return true;
            }
        }
        return false;
    }

    /** Whether no item of these service classes waits, and none is under way on another link. */
    boolean isDrained(int link, Set<ServiceClass> classes) {
        for (int g = 0; g < all.size(); g++) {
            GroupSpool spool = all.get(g);
            if (classes.contains(classOf(g)) && (!spool.waiting.isEmpty() || spool.sent.isAnyElsewhere(link))) {
                return false;
            }
        }
        return true;
    }

    private ServiceClass classOf(int group) {
        return policy.groups().get(group).serviceClass();
    }
}
