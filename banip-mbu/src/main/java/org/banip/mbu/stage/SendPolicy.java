package org.banip.mbu.stage;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.mbu.settings.SpoolSettings;

/**
 * The send policy: what goes first, what waits, and what is thinned. Queue, encoding and spool ask it; none of them decides by itself.
 *
 * <ul>
 *   <li>What goes first: the more urgent service class; within a class what came first; within a group the lowest number.
 *   <li>What waits: a chain holds sensor sets back for as long as it is set to, and never longer than the group's latency bound. Groups that are
 *       less urgent leave room in the spool for those that are more urgent.
 *   <li>What is thinned: groups for which the app allows it, while the spool is over its watermark, since the link does not carry everything.
 *       Packets that were never sent and are older than the latency bound are given up, the oldest first. Alarms never.
 * </ul>
 *
 * <p>Immutable, any thread.
 */
public final class SendPolicy {
    private static final int EIGHTHS = 8;

    private final List<SensorGroup> groups;
    private final SpoolSettings spool;
    private final boolean[] thinned;
    /** Per service class the eighths of the spool that it may fill. */
    private final Map<ServiceClass, Integer> shares = new EnumMap<>(ServiceClass.class);

    /**
     * The policy for the groups of a BAN.
     *
     * @param thinned names of the groups that may be thinned
     */
    public SendPolicy(List<SensorGroup> groups, SpoolSettings spool, Set<String> thinned) {
        this.groups = groups;
        this.spool = spool;
        this.thinned = new boolean[groups.size()];
        for (int g = 0; g < groups.size(); g++) {
            this.thinned[g] = thinned.contains(groups.get(g).name());
        }
        int share = EIGHTHS;
        for (ServiceClass of : ServiceClass.values()) {
            boolean moreUrgent =
                    groups.stream().anyMatch(group -> group.serviceClass().compareTo(of) < 0);
            shares.put(of, moreUrgent ? share : EIGHTHS);
            share--;
        }
    }

    /** A policy that thins nothing. */
    public SendPolicy(List<SensorGroup> groups, SpoolSettings spool) {
        this(groups, spool, Collections.emptySet());
    }

    /** The groups it is for. */
    public List<SensorGroup> groups() {
        return groups;
    }

    /** Bytes of sensor sets that may wait for the chains, per service class. */
    public int queueBytes() {
        return spool.queueBytes();
    }

    // --- what goes first ---

    /** The service classes, the most urgent first. */
    public ServiceClass[] classes() {
        return ServiceClass.values();
    }

    /**
     * Whether an item goes before one of another group.
     *
     * @param order its place among all that came
     */
    public boolean goesBefore(int group, long order, int otherGroup, long otherOrder) {
        int classes = classOf(group).compareTo(classOf(otherGroup));
        return classes < 0 || (classes == 0 && order < otherOrder);
    }

    // --- what waits ---

    /** How many more packets of a service class a spool takes, given what it holds. */
    public int admitted(ServiceClass of, int packets, long bytes) {
        int share = shares.getOrDefault(of, EIGHTHS);
        boolean bytesLeft = bytes < spool.maxBytes() * share / EIGHTHS;
        return bytesLeft ? Math.max(0, (int) ((long) spool.maxPackets() * share / EIGHTHS) - packets) : 0;
    }

    /**
     * When what a chain holds back must come out.
     *
     * @param chainDueNanos when the chain would hand it on by itself
     * @param oldestNanos when the oldest sensor set that it holds back was sampled
     */
    public long holdUntilNanos(int group, long chainDueNanos, long oldestNanos) {
        return Math.min(chainDueNanos, oldestNanos + latencyBoundNanos(group));
    }

    // --- what is thinned ---

    /** Whether a group is to be thinned, given what the spool holds. */
    public boolean thins(int group, int packets, long bytes) {
        return thinned[group]
                && classOf(group) != ServiceClass.ALARM
                && (packets > spool.maxPackets() * spool.thinAbove() || bytes > spool.maxBytes() * spool.thinAbove());
    }

    /** The sampling instant before which a group's sensor sets are of no more use, when its newest was sampled at an instant. */
    public long usefulFromNanos(int group, long newestNanos) {
        return newestNanos - latencyBoundNanos(group);
    }

    private ServiceClass classOf(int group) {
        return groups.get(group).serviceClass();
    }

    private long latencyBoundNanos(int group) {
        return groups.get(group).latencyBound().toNanos();
    }
}
