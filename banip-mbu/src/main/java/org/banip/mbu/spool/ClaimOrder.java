package org.banip.mbu.spool;

import java.util.List;
import java.util.Set;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.stage.SendPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the group whose first waiting item goes next, as the {@link SendPolicy} says, and keeps account of the share that bulk groups have of
 * a link that live groups fill. The cost of a choice depends on the number of groups, not of items. Guarded by the spool's monitor.
 */
final class ClaimOrder {
    private final SendPolicy policy;

    /** The bytes of a group that several links may have under way, and how long the host waits for one of the items. */
    private long windowBytes = Long.MAX_VALUE;

    private long windowNanos = Long.MAX_VALUE;

    /** The bytes that bulk groups may send before the next live item. */
    private double bulkCredit;

    ClaimOrder(SendPolicy policy) {
        this.policy = policy;
    }

    /** The group of these service classes whose first waiting item the link may claim and that goes before the others, or null. */
    @Nullable
    GroupSpool next(
            List<GroupSpool> spools,
            int link,
            int window,
            Set<ServiceClass> classes,
            Room room,
            @Nullable Sharing sharing) {
        GroupSpool best = null;
        GroupSpool bulk = null;
        for (int g = 0; g < spools.size(); g++) {
            GroupSpool spool = spools.get(g);
            if (classes.contains(classOf(spool))
                    && spool.mayGo(link, room, classOf(spool))
                    && mayClaim(spool, link, window)
                    && (sharing == null || sends(sharing, spools, spool, window))) {
                best = firstOf(best, spool);
                bulk = classOf(spool) == ServiceClass.BULK ? firstOf(bulk, spool) : bulk;
            }
        }
        return best == null ? null : withShareOfBulk(best, bulk);
    }

    /** While another link has items of the group under way, the host must be able to reorder what it receives. */
    private boolean mayClaim(GroupSpool spool, int link, int window) {
        Spooled first = spool.waiting.peek();
        return first != null && (isWithin(spool, first, window) || !spool.sent.isAnyElsewhere(link));
    }

    private boolean isWithin(GroupSpool spool, Spooled first, int window) {
        return first.item.sequence() - spool.releasedSequence < window
                && (first.reorderBytes() <= bytesAhead(spool) || spool.isFirst(first));
    }

    private long bytesAhead(GroupSpool spool) {
        return windowBytes - spool.sent.bytes();
    }

    /** What the host agreed to. */
    void reorder(long bytes, long nanos) {
        windowBytes = bytes;
        windowNanos = nanos;
    }

    private boolean sends(Sharing sharing, List<GroupSpool> spools, GroupSpool spool, int window) {
        Spooled first = spool.waiting.element();
        long bytes = 0;
        for (int g = 0; g < spools.size(); g++) {
            if (classOf(spools.get(g)).compareTo(classOf(spool)) <= 0) {
                bytes += spools.get(g).waitingBytes();
            }
        }
        int ahead = (int) Math.max(0, window - (first.item.sequence() - spool.releasedSequence));
        sharing.ahead(Math.max(0, Math.min(bytesAhead(spool), (long) ahead * first.frameBytes())), windowNanos);
        return sharing.sends(spool.group, first.frameBytes(), first.rank, bytes, ahead);
    }

    private GroupSpool firstOf(@Nullable GroupSpool one, GroupSpool other) {
        if (one == null) {
            return other;
        }
        long rank = one.waiting.element().rank;
        return policy.goesBefore(other.group, other.waiting.element().rank, one.group, rank) ? other : one;
    }

    /** Lets live groups earn credit for a waiting bulk group, which goes when the credit suffices for its item. */
    private GroupSpool withShareOfBulk(GroupSpool best, @Nullable GroupSpool bulk) {
        ServiceClass of = classOf(best);
        if (of == ServiceClass.ALARM) {
            return best;
        }
        if (bulk == null || of == ServiceClass.BULK) {
            bulkCredit = 0;
            return best;
        }
        int bulkBytes = bulk.waiting.element().frameBytes();
        if (bulkCredit >= bulkBytes) {
            bulkCredit -= bulkBytes;
            return bulk;
        }
        bulkCredit += best.waiting.element().frameBytes() * policy.bulkBytesPerLiveByte();
        return best;
    }

    private ServiceClass classOf(GroupSpool spool) {
        return policy.groups().get(spool.group).serviceClass();
    }
}
