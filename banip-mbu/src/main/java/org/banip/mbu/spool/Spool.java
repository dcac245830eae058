package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.banip.core.ban.SensorGroup;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Keeps packets and gaps until the surrogate host has stored them, and hands them out in sequence, the most urgent group first.
 *
 * <p>Bounded as {@link SpoolSettings} says: the encoding thread asks how much is admitted before it encodes. Guarded by its
 * lock; nothing is called while it is held but signals.
 */
public final class Spool {
    private final SpoolSettings settings;
    private final List<GroupCounters> counters;
    private final Signal roomMade;
    private final Signal itemAdded;
    /** Per service class the eighths of the spool that it may fill. */
    private final Map<ServiceClass, Integer> eighths;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<GroupSpool> spools = new ArrayList<>();
    private int packets;
    private long bytes;
    private long order;

    /** An empty spool for the groups of a BAN; the signals wake the encoding and the sending thread. */
    public Spool(
            List<SensorGroup> groups,
            SpoolSettings settings,
            List<GroupCounters> counters,
            Signal roomMade,
            Signal itemAdded) {
        this.settings = settings;
        this.counters = counters;
        this.roomMade = roomMade;
        this.itemAdded = itemAdded;
        eighths = eighths(groups);
        for (int g = 0; g < groups.size(); g++) {
            spools.add(new GroupSpool(g, groups.get(g).serviceClass()));
        }
    }

    private static Map<ServiceClass, Integer> eighths(List<SensorGroup> groups) {
        Map<ServiceClass, Integer> eighths = new EnumMap<>(ServiceClass.class);
        int share = 8;
        for (ServiceClass of : ServiceClass.values()) {
            boolean moreUrgent =
                    groups.stream().anyMatch(group -> group.serviceClass().compareTo(of) < 0);
            eighths.put(of, moreUrgent ? share : 8);
            share--;
        }
        return eighths;
    }

    // --- the encoding thread ---

    /** How many more packets of a service class find room; 0 if the spool is full for it. */
    public int admitted(ServiceClass of) {
        lock.lock();
        try {
            int share = eighths.getOrDefault(of, 8);
            boolean bytesLeft = bytes < settings.maxBytes() * share / 8;
            return bytesLeft ? Math.max(0, (int) ((long) settings.maxPackets() * share / 8) - packets) : 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether the group's next packet must be a key packet; said once. */
    public boolean takeRestart(int group) {
        lock.lock();
        try {
            return spools.get(group).takeRestart();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Keeps a payload as the group's next packet. The array is the spool's from now on.
     *
     * @return the gap that takes its place, if the packet could not be decoded since its forerunners were given up
     */
    public Optional<Gap> put(int group, long originNanos, long firstUnit, int units, boolean key, byte[] payload) {
        lock.lock();
        try {
            GroupSpool spool = spools.get(group);
            PacketHeader header = new PacketHeader(group, spool.nextSequence(), originNanos, firstUnit, units, key);
            Packet packet = Packet.of(header, payload);
            if (spool.keyWanted() && !key) {
                Gap gap = GroupSpool.gapFor(packet);
                addGap(spool, gap);
                return Optional.of(gap);
            }
            add(spool, packet);
            GroupCounters count = counters.get(group);
            count.packets.incrementAndGet();
            count.unitsEncoded.addAndGet(units);
            count.bytesEncoded.addAndGet(payload.length);
            return Optional.empty();
        } finally {
            lock.unlock();
            itemAdded.raise();
        }
    }

    /** Declares units that never became a packet; the packet after it must be a key packet. */
    public Gap putGap(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
        lock.lock();
        try {
            GroupSpool spool = spools.get(group);
            Gap gap = new Gap(group, spool.nextSequence(), 1, originNanos, firstUnit, units, reason);
            addGap(spool, gap);
            spool.wantKey();
            return gap;
        } finally {
            lock.unlock();
            itemAdded.raise();
        }
    }

    private void addGap(GroupSpool spool, Gap gap) {
        add(spool, gap);
        count(List.of(gap));
    }

    private void add(GroupSpool spool, Sequenced item) {
        Spooled spooled = new Spooled(item, order++, false);
        spool.add(spooled);
        packets++;
        bytes += spooled.bytes();
    }

    private void count(List<Gap> gaps) {
        for (Gap gap : gaps) {
            counters.get(gap.group()).gaps.incrementAndGet();
            counters.get(gap.group()).unitsInGaps.addAndGet(gap.unitCount());
        }
    }

    // --- the sending thread ---

    /** The most urgent packet or gap that waits, or null; it counts as sent. */
    public @Nullable Sequenced send() {
        lock.lock();
        try {
            GroupSpool best = mostUrgent();
            return best == null ? null : send(best);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable GroupSpool mostUrgent() {
        GroupSpool best = null;
        for (int g = 0; g < spools.size(); g++) {
            GroupSpool spool = spools.get(g);
            if (spool.firstWaiting() != null && (best == null || isMoreUrgent(spool, best))) {
                best = spool;
            }
        }
        return best;
    }

    private static boolean isMoreUrgent(GroupSpool one, GroupSpool other) {
        int classes = one.serviceClass().compareTo(other.serviceClass());
        return classes < 0 || (classes == 0 && one.firstOrder() < other.firstOrder());
    }

    private @Nullable Sequenced send(GroupSpool spool) {
        Spooled first = spool.firstWaiting();
        if (first == null) {
            return null;
        }
        GroupCounters count = counters.get(first.item.group());
        if (spool.send()) {
            count.retransmissions.incrementAndGet();
        } else if (first.item instanceof Packet) {
            count.unitsSent.addAndGet(first.units());
        }
        return first.item;
    }

    /** How many were sent and are not acknowledged. */
    public int outstanding() {
        lock.lock();
        try {
            return spools.stream().mapToInt(GroupSpool::outstanding).sum();
        } finally {
            lock.unlock();
        }
    }

    /** Whether everything was sent. */
    public boolean isDrained() {
        lock.lock();
        try {
            return spools.stream().allMatch(spool -> spool.firstWaiting() == null);
        } finally {
            lock.unlock();
        }
    }

    /** The groups of which something was sent and is not acknowledged. */
    public List<Integer> outstandingGroups() {
        lock.lock();
        try {
            List<Integer> outstanding = new ArrayList<>();
            for (int g = 0; g < spools.size(); g++) {
                if (spools.get(g).outstanding() > 0) {
                    outstanding.add(g);
                }
            }
            return outstanding;
        } finally {
            lock.unlock();
        }
    }

    /** After a break: everything that is not acknowledged waits again. */
    public void rewind() {
        lock.lock();
        try {
            spools.forEach(GroupSpool::rewind);
        } finally {
            lock.unlock();
        }
    }

    /** Per group the packet that both sides know to be the last one, or null. */
    public List<@Nullable PacketHeader> references() {
        lock.lock();
        try {
            List<@Nullable PacketHeader> references = new ArrayList<>();
            for (GroupSpool spool : spools) {
                references.add(spool.reference().orElse(null));
            }
            return references;
        } finally {
            lock.unlock();
        }
    }

    /** Declares what the host had acknowledged and has no more, from a sequence number on; all must be rewound. */
    public List<Gap> declareLost(int group, long hostNext) {
        return change(group, spool -> {
            List<Gap> gaps = new ArrayList<>(spool.declareLost(hostNext));
            gaps.addAll(spool.giveUpUndecodable(false));
            return gaps;
        });
    }

    /** Declares the group's first packet, which the host cannot decode, and those that depend on it; all must be rewound. */
    public List<Gap> giveUpFirst(int group) {
        return change(group, spool -> spool.giveUpUndecodable(true));
    }

    /** Numbers everything anew from 0 for a new session; what cannot be decoded there is declared. */
    public List<Gap> renumber() {
        List<Gap> gaps = new ArrayList<>();
        for (int g = 0; g < spools.size(); g++) {
            gaps.addAll(change(g, spool -> {
                spool.renumber();
                return spool.giveUpUndecodable(false);
            }));
        }
        return gaps;
    }

    private List<Gap> change(int group, Function<GroupSpool, List<Gap>> how) {
        lock.lock();
        try {
            List<Gap> gaps = how.apply(spools.get(group));
            count(gaps);
            packets = spools.stream().mapToInt(GroupSpool::size).sum();
            bytes = spools.stream().mapToLong(GroupSpool::bytes).sum();
            return gaps;
        } finally {
            lock.unlock();
            roomMade.raise();
        }
    }

    // --- whoever reads acknowledgements ---

    /**
     * Releases what lies before a sequence number.
     *
     * @return whether that was anything
     * @throws org.banip.core.error.BanipException {@code SESSION_MISMATCH} if the host expects what was never sent
     */
    public boolean release(int group, long before) {
        lock.lock();
        try {
            List<Spooled> released = spools.get(group).release(before);
            released.forEach(spooled -> countReleased(counters.get(group), spooled));
            return !released.isEmpty();
        } finally {
            lock.unlock();
            roomMade.raise();
        }
    }

    private void countReleased(GroupCounters count, Spooled spooled) {
        packets--;
        bytes -= spooled.bytes();
        if (spooled.item instanceof Packet) {
            count.packetsAcknowledged.incrementAndGet();
            count.unitsAcknowledged.addAndGet(spooled.units());
        }
        if (!spooled.settled) {
            count.unitsSettled.addAndGet(spooled.units());
        }
    }

    /** Per group the sequence number before which everything is released. */
    public long[] released() {
        lock.lock();
        try {
            return spools.stream().mapToLong(GroupSpool::releasedSequence).toArray();
        } finally {
            lock.unlock();
        }
    }

    /** Per group the sequence number before which everything was sent at least once. */
    public long[] sent() {
        lock.lock();
        try {
            return spools.stream().mapToLong(GroupSpool::sentSequence).toArray();
        } finally {
            lock.unlock();
        }
    }

    // --- any thread ---

    /** How many packets and gaps of a group are kept. */
    public int packets(int group) {
        lock.lock();
        try {
            return spools.get(group).size();
        } finally {
            lock.unlock();
        }
    }

    /** How many bytes a group's packets take. */
    public long bytes(int group) {
        lock.lock();
        try {
            return spools.get(group).bytes();
        } finally {
            lock.unlock();
        }
    }

    /** How many packets and gaps are kept. */
    public int packets() {
        lock.lock();
        try {
            return packets;
        } finally {
            lock.unlock();
        }
    }
}
