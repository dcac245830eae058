package org.banip.mbu.stage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.banip.core.ban.LateGroups;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.ban.Thinning;
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
 *   <li>What moves: after an outage, the packets of a group whose description allows it that waited and were never sent.
 *   <li>What is thinned: groups whose description allows it are sent at their lower rate while an overload lasts, the least important one first.
 *       And if the spool is above its watermark, old packets are given up of groups for which the app allows that: those that were never sent and are
 *       older than the latency bound. Alarms are never thinned.
 * </ul>
 *
 * <p>Any thread; groups may be added, behind those that are there.
 */
public final class SendPolicy {
    private static final int EIGHTHS = 8;
    /** A shorter one is usual on a slow link: a wait for a bearer, a lost segment. */
    private static final long SHORTEST_OUTAGE_NANOS = 3_000_000_000L;

    private final List<SensorGroup> groups;
    private final SpoolSettings spool;
    private final SendPolicySettings settings;
    private final boolean[] thinned;
    private final LateGroups late;
    /** The eighths of the spool that each service class may fill. */
    private volatile Map<ServiceClass, Integer> shares;
    /** The least of them among the classes of the groups. */
    private volatile int leastShare;

    /**
     * The policy for the groups of a BAN.
     *
     * @param thinned names of the groups that may be thinned
     */
    public SendPolicy(List<SensorGroup> groups, SpoolSettings spool, SendPolicySettings settings, Set<String> thinned) {
        this.groups = groups;
        this.spool = spool;
        this.settings = settings;
        this.thinned = new boolean[groups.size()];
        for (int g = 0; g < groups.size(); g++) {
            this.thinned[g] = thinned.contains(groups.get(g).name());
        }
        late = LateGroups.among(groups);
        groupAdded();
    }

    private static Map<ServiceClass, Integer> shares(List<SensorGroup> groups) {
        Map<ServiceClass, Integer> shares = new EnumMap<>(ServiceClass.class);
        int share = EIGHTHS;
        for (ServiceClass of : ServiceClass.values()) {
            boolean moreUrgent =
                    groups.stream().anyMatch(group -> group.serviceClass().compareTo(of) < 0);
            shares.put(of, moreUrgent ? share : EIGHTHS);
            share--;
        }
        return shares;
    }

    /** The list of groups has one more, which is neither thinned nor late. */
    public void groupAdded() {
        Map<ServiceClass, Integer> now = shares(groups);
        shares = now;
        leastShare = groups.stream()
                .mapToInt(group -> now.getOrDefault(group.serviceClass(), EIGHTHS))
                .min()
                .orElse(EIGHTHS);
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

    /** Bytes of packets above which the payloads of further ones are left in the spool's directory, if there is one. */
    public long heapBytes() {
        return spool.heapBytes();
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
        long sampledNanos = groups.get(item.group()).frequency().instantNanos(item.originNanos(), item.firstUnit());
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

    /** Whether the spool, if it holds this much, is above seven eighths of what the least urgent groups may fill. */
    public boolean isNearlyFull(int packets, long bytes) {
        long share = leastShare * (EIGHTHS - 1L);
        return packets > spool.maxPackets() * share / (EIGHTHS * EIGHTHS)
                || bytes > spool.maxBytes() / (EIGHTHS * EIGHTHS) * share;
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

    // --- what moves after an outage ---

    /** The number of the group that the packets of a group move to after an outage; -1 if they stay. */
    public int lateGroupOf(int group) {
        return group < thinned.length ? late.lateOf(group) : -1;
    }

    /** Whether packets of a group move if none could be sent for so long: longer than its latency bound, and than 3 s. */
    public boolean isOutage(int group, long nanos) {
        return nanos > Math.max(latencyBoundNanos(group), SHORTEST_OUTAGE_NANOS);
    }

    // --- what is thinned ---

    /** The groups whose description allows thinning, in the order in which they are thinned: bulk groups first, then by priority. */
    public List<Integer> thinningOrder() {
        List<Integer> order = new ArrayList<>();
        for (int g = 0; g < groups.size(); g++) {
            if (groups.get(g).thinning().isPresent()) {
                order.add(g);
            }
        }
        order.sort(Comparator.comparing((Integer g) -> classOf(g))
                .reversed()
                .thenComparing(
                        g -> groups.get(g).thinning().map(Thinning::priority).orElse(0)));
        return order;
    }

    /** How many groups may be thinned, from the first in the order on, because packets of a service class are late: none that is more urgent. */
    public int mayThin(ServiceClass late) {
        return (int) thinningOrder().stream()
                .filter(group -> classOf(group).compareTo(late) >= 0)
                .count();
    }

    /** By how much longer than its latency bound an item of a group has waited in the spool. */
    public long lateNanos(int group, long waitedNanos) {
        return waitedNanos - latencyBoundNanos(group);
    }

    /** Whether old packets of a group must be given up, if the spool holds this much. */
    public boolean thins(int group, int packets, long bytes) {
        return group < thinned.length
                && thinned[group]
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
