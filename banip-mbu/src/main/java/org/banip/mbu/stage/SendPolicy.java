package org.banip.mbu.stage;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.SendPolicySettings;
import org.banip.mbu.settings.SpoolSettings;

/**
 * The send policy: what goes first, what waits, and what is thinned. Queue, encoding and spool ask it, and do not decide themselves.
 *
 * <ul>
 *   <li>What goes first: the more urgent service class; among alarms and among live groups the item that is due first, among bulk groups the older
 *       item; within a group the lowest number. While live groups fill the link, bulk groups have a small share of its bytes.
 *   <li>What waits: a chain holds sensor sets back for the time that it is configured for, and never longer than the group's latency bound. Less
 *       urgent groups leave room in the spool for more urgent ones.
 *   <li>What is thinned: groups for which the app allows it, while the spool is above its watermark because the link does not carry everything.
 *       Packets that were never sent and are older than the latency bound are given up, the oldest first. Alarms are never thinned.
 * </ul>
 *
 * <p>Immutable, any thread.
 */
public final class SendPolicy {
    private static final int EIGHTHS = 8;

    private final List<SensorGroup> groups;
    private final SpoolSettings spool;
    private final SendPolicySettings settings;
    private final boolean[] thinned;
    /** The eighths of the spool that each service class may fill. */
    private final Map<ServiceClass, Integer> shares = new EnumMap<>(ServiceClass.class);

    /**
     * The policy for the groups of a BAN.
     *
     * @param thinned names of the groups that may be thinned
     */
    public SendPolicy(
            List<SensorGroup> groups, SpoolSettings spool, SendPolicySettings settings, Set<String> thinned) {
        this.groups = groups;
        this.spool = spool;
        this.settings = settings;
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

    /** A policy with default settings that thins nothing. */
    public SendPolicy(List<SensorGroup> groups, SpoolSettings spool) {
        this(groups, spool, SendPolicySettings.DEFAULT, Collections.emptySet());
    }

    /** The groups of the policy. */
    public List<SensorGroup> groups() {
        return groups;
    }

    /** Bytes of sensor sets that may wait for the chains, for each service class. */
    public int queueBytes() {
        return spool.queueBytes();
    }

    // --- what goes first ---

    /** The service classes, the most urgent first. */
    public ServiceClass[] classes() {
        return ServiceClass.values();
    }

    /**
     * The place of an item among those of its service class; the lowest goes first. For alarms and live groups it is the deadline: the sampling
     * instant of the first unit and the group's latency bound. It is never before the item enters the spool, nor later than the latency bound after
     * that, so that a sensor with a wrong clock neither delays other groups nor waits for ever. For bulk groups it is the position.
     *
     * @param putNanos the time when the item enters the spool
     * @param position the position in the order of all items
     */
    public long rank(Sequenced item, long putNanos, long position) {
        if (classOf(item.group()) == ServiceClass.BULK) {
            return position;
        }
        long sampledNanos =
                groups.get(item.group()).frequency().instantNanos(item.originNanos(), item.firstUnit());
        return Math.max(putNanos, Math.min(sampledNanos, putNanos) + latencyBoundNanos(item.group()));
    }

    /** Whether an item goes before an item of another group, by their ranks. */
    public boolean goesBefore(int group, long rank, int otherGroup, long otherRank) {
        int classes = classOf(group).compareTo(classOf(otherGroup));
        return classes < 0 || (classes == 0 && rank < otherRank);
    }

    /** How many bytes bulk groups may send for each byte of live groups, while both wait. */
    public double bulkBytesPerLiveByte() {
        return settings.bulkShare() / (1 - settings.bulkShare());
    }

    // --- what waits ---

    /** How many more packets of a service class the spool admits, if it holds this much. */
    public int admitted(ServiceClass of, int packets, long bytes) {
        int share = shares.getOrDefault(of, EIGHTHS);
        boolean bytesLeft = bytes < spool.maxBytes() * share / EIGHTHS;
        return bytesLeft ? Math.max(0, (int) ((long) spool.maxPackets() * share / EIGHTHS) - packets) : 0;
    }

    /**
     * The time when a chain must release what it holds back.
     *
     * @param chainDueNanos the time when the chain would release it by itself
     * @param oldestNanos sampling instant of the oldest sensor set that it holds back
     */
    public long holdUntilNanos(int group, long chainDueNanos, long oldestNanos) {
        return Math.min(chainDueNanos, oldestNanos + latencyBoundNanos(group));
    }

    // --- what is thinned ---

    /** Whether a group must be thinned, if the spool holds this much. */
    public boolean thins(int group, int packets, long bytes) {
        return thinned[group]
                && classOf(group) != ServiceClass.ALARM
                && (packets > spool.maxPackets() * spool.thinAbove() || bytes > spool.maxBytes() * spool.thinAbove());
    }

    /** Sensor sets of a group that were sampled before this instant are no longer useful, if the newest was sampled at the given instant. */
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
