package org.banip.mbu.spool;

import java.util.List;
import java.util.Set;
import org.banip.core.ban.BanDescription;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;

/**
 * Moves the packets that waited for the end of an outage from a live group to the group that its description names ({@code lateAs}), so that the
 * present goes first. A packet keeps payload, origin and units there and gets the next number; in the first group a gap takes its place. Guarded by
 * the spool's monitor.
 */
final class LateMoves {
    private final SendPolicy policy;
    private final List<GroupSpool> spools;
    private final List<GroupCounters> counters;
    private final Payloads payloads;
    private final boolean any;
    /** Whether the group has what is late of another one. */
    private final boolean[] isLate;

    /** When a packet of a live group was claimed last, or the spool was made. */
    private long sentNanos;
    /** The link that has claimed it, and when another one was claimed before the first item that this link has under way. */
    private int sentBy;

    private long sentBeforeNanos;

    /** When the last key packet of each group was put in. */
    private final long[] keyNanos;
    /** Whether one was asked for since. */
    private final boolean[] keyAsked;
    /** Whether the group's last packet has moved, so that one without key decodes after it in the other group. */
    private final boolean[] moved;
    /** The grid and the end of the last packet that has moved. It need not be the last one of the signal: another session moves older ones. */
    private final long[] movedOrigin;

    private final long[] movedEnd;

    /** Nothing has moved. The packets of an earlier process that were never sent wait for an outage since they were put in. */
    LateMoves(
            SendPolicy policy,
            List<GroupSpool> spools,
            List<GroupCounters> counters,
            Payloads payloads,
            long nowNanos) {
        this.policy = policy;
        this.spools = spools;
        this.counters = counters;
        this.payloads = payloads;
        any = policy.groups().stream().anyMatch(group -> group.lateAs().isPresent());
        isLate = new boolean[BanDescription.MAX_GROUPS];
        for (int g = 0; g < spools.size(); g++) {
            if (policy.lateGroupOf(g) >= 0) {
                isLate[policy.lateGroupOf(g)] = true;
            }
        }
        sentNanos = nowNanos;
        for (GroupSpool spool : spools) {
            if (policy.lateGroupOf(spool.group) >= 0) {
                sentNanos = Math.min(sentNanos, spool.unsent.firstNanos());
            }
        }
        sentBeforeNanos = sentNanos;
        keyNanos = new long[BanDescription.MAX_GROUPS];
        keyAsked = new boolean[BanDescription.MAX_GROUPS];
        moved = new boolean[BanDescription.MAX_GROUPS];
        movedOrigin = new long[BanDescription.MAX_GROUPS];
        movedEnd = new long[BanDescription.MAX_GROUPS];
    }

    /** Before sensor sets are encoded. Asks for a key packet early in an outage, because packets move from a key packet on. */
    void encodes(GroupSpool spool, SteadyClock clock) {
        int group = spool.group;
        if (policy.lateGroupOf(group) < 0 || keyAsked[group] || keyNanos[group] > sentNanos) {
            return;
        }
        if (waitedForOutage(spool, clock.epochNanos())) {
            keyAsked[group] = true;
            spool.wantRestart();
        }
    }

    /** A packet was put in. */
    void put(GroupSpool spool, boolean key, SteadyClock clock) {
        if (policy.lateGroupOf(spool.group) < 0) {
            return;
        }
        moved[spool.group] = false;
        if (key) {
            keyNanos[spool.group] = clock.epochNanos();
            keyAsked[spool.group] = false;
        }
    }

    /**
     * An item was claimed. One that has moved gets its checksum now, not when it moves: a backlog is long, and the thread that claims carries other
     * MBUs as well.
     *
     * @param first whether the link has nothing else under way
     */
    Spooled claimed(Spooled item, int group, int link, boolean first, SteadyClock clock) {
        if (any && policy.groups().get(group).serviceClass() == ServiceClass.LIVE) {
            if (first || link != sentBy) {
                sentBeforeNanos = sentNanos;
                sentBy = link;
            }
            sentNanos = clock.epochNanos();
            keyAsked[group] = false;
        }
        boolean hasMoved = !item.everSent && isLate[group];
        return hasMoved && item.item instanceof Packet packet ? item.withChecksum(packet) : item;
    }

    /** The host has refused what a link has under way: the outage that its claims seemed to end goes on. */
    void refused(int link) {
        if (link == sentBy) {
            sentNanos = sentBeforeNanos;
        }
    }

    /** Whether packets of some group may move. */
    boolean isAny() {
        return any;
    }

    /** Whether an outage is over: a link claims live packets, and for some group none was claimed for so long that its packets move. */
    boolean isOver(Set<ServiceClass> claimed, SteadyClock clock) {
        if (!any || !claimed.contains(ServiceClass.LIVE)) {
            return false;
        }
        long now = clock.epochNanos();
        boolean over = false;
        for (int g = 0; g < spools.size(); g++) {
            over |= moves(spools.get(g), now);
        }
        return over;
    }

    private boolean moves(GroupSpool spool, long now) {
        return policy.lateGroupOf(spool.group) >= 0 && waitedForOutage(spool, now);
    }

    /** Whether a packet of the group has waited for an outage since the last claim. The silence of a sensor is none: then nothing waits. */
    private boolean waitedForOutage(GroupSpool spool, long now) {
        return policy.isOutage(spool.group, now - sentNanos)
                && policy.isOutage(spool.group, now - spool.unsent.firstNanos());
    }

    /**
     * Moves what waited.
     *
     * @param order the next place in the order of all items
     * @return the same after it
     */
    long move(long now, long order) {
        long next = order;
        for (GroupSpool spool : spools) {
            if (moves(spool, now)) {
                for (Spooled taken : spool.unsent.take()) {
                    boolean parked = taken.parked;
                    payloads.load(taken);
                    add(spool.group, (Packet) taken.item, parked, taken.putNanos, next++);
                }
            }
        }
        return next;
    }

    /** Whether a packet without key of a group that wants a key packet moves, too: it was encoded after the last one that has moved. */
    boolean follows(PacketHeader header) {
        int group = header.group();
        boolean follows = moved[group]
                && movedOrigin[group] == header.originNanos()
                && movedEnd[group] == header.firstUnit()
                && !spools.get(policy.lateGroupOf(group)).keyWanted;
        moved[group] = follows;
        return follows;
    }

    /**
     * Adds a packet of a group to the other group, under that group's next number, without a checksum.
     *
     * @param parked whether its payload is left in the journal
     */
    void add(int group, Packet packet, boolean parked, long putNanos, long order) {
        GroupSpool late = spools.get(policy.lateGroupOf(group));
        PacketHeader of = packet.header();
        PacketHeader header = new PacketHeader(
                late.group, late.nextSequence, of.originNanos(), of.firstUnit(), of.unitCount(), of.key());
        Packet there = new Packet(header, packet.payload(), 0);
        Spooled spooled = new Spooled(there, policy.rank(there, putNanos, order), putNanos);
        payloads.move(spooled, packet, parked);
        late.add(spooled);
        late.keyWanted = false;
        moved[group] = true;
        movedOrigin[group] = of.originNanos();
        movedEnd[group] = of.firstUnit() + of.unitCount();
        counters.get(group).unitsMoved.addAndGet(of.unitCount());
        counters.get(late.group).unitsEntered.addAndGet(of.unitCount());
    }
}
