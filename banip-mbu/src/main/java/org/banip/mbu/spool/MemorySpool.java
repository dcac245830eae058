package org.banip.mbu.spool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.Signal;
import org.jspecify.annotations.Nullable;

/**
 * The spool in memory: lost with the process.
 *
 * <p>Bounded as {@link SpoolSettings} says: the encoding thread asks how much is admitted before it encodes. Guarded by its
 * lock; nothing is called while it is held but signals.
 */
public final class MemorySpool implements SpoolLog {
    private final SendPolicy policy;
    private final List<GroupCounters> counters;
    private final Signal roomMade;
    private final Scheduler scheduler;
    private final SteadyClock clock;

    private final ReentrantLock lock = new ReentrantLock();
    private final List<GroupSpool> spools = new ArrayList<>();
    /** Whether the encoding thread was refused and waits for room. */
    private boolean roomWanted;

    private int packets;
    private long bytes;
    private long order;

    /** An empty spool for the groups of a BAN; the signal wakes the encoding thread, the scheduler the links. */
    public MemorySpool(
            SendPolicy policy, List<GroupCounters> counters, Signal roomMade, Scheduler scheduler, SteadyClock clock) {
        this.policy = policy;
        this.counters = counters;
        this.roomMade = roomMade;
        this.scheduler = scheduler;
        this.clock = clock;
        for (int g = 0; g < policy.groups().size(); g++) {
            spools.add(new GroupSpool(g, policy.groups().get(g).frequency()));
        }
    }

    // --- the encoding thread ---

    @Override
    public int admitted(ServiceClass of) {
        lock.lock();
        try {
            int room = policy.admitted(of, packets, bytes);
            roomWanted |= room == 0;
            return room;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean takeRestart(int group) {
        lock.lock();
        try {
            return spools.get(group).takeRestart();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Gap> put(int group, long originNanos, long firstUnit, int units, boolean key, byte[] payload) {
        lock.lock();
        try {
            GroupSpool spool = spools.get(group);
            PacketHeader header = new PacketHeader(group, spool.nextSequence(), originNanos, firstUnit, units, key);
            Packet packet = Packet.of(header, payload);
            if (spool.keyWanted() && !key) {
                Gap gap = Gaps.insteadOf(packet);
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
            scheduler.itemAdded();
        }
    }

    @Override
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
            scheduler.itemAdded();
        }
    }

    private void addGap(GroupSpool spool, Gap gap) {
        add(spool, gap);
        count(List.of(gap));
    }

    private void add(GroupSpool spool, Sequenced item) {
        Spooled spooled = new Spooled(item, order++, clock.epochNanos(), false);
        spool.add(spooled);
        packets++;
        bytes += spooled.bytes();
    }

    private void count(List<Gap> gaps) {
        for (Gap gap : gaps) {
            counters.get(gap.group()).countGap(gap);
        }
    }

    // --- the sending thread ---

    @Override
    public @Nullable Sequenced claim(int link, int window) {
        lock.lock();
        try {
            GroupSpool best = null;
            for (int g = 0; g < spools.size(); g++) {
                GroupSpool spool = spools.get(g);
                if (spool.mayClaim(link, window) && (best == null || goesBefore(spool, best))) {
                    best = spool;
                }
            }
            return best == null ? null : claim(best, link);
        } finally {
            lock.unlock();
        }
    }

    private boolean goesBefore(GroupSpool one, GroupSpool other) {
        return policy.goesBefore(one.group(), one.firstOrder(), other.group(), other.firstOrder());
    }

    private @Nullable Sequenced claim(GroupSpool spool, int link) {
        Spooled first = spool.firstWaiting();
        if (first == null) {
            return null;
        }
        GroupCounters count = counters.get(first.item.group());
        if (spool.claim(link)) {
            count.retransmissions.incrementAndGet();
        } else if (first.item instanceof Packet) {
            count.unitsSent.addAndGet(first.units());
        }
        return first.item;
    }

    @Override
    public int outstanding(int link) {
        lock.lock();
        try {
            return spools.stream().mapToInt(spool -> spool.outstanding(link)).sum();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isDrained(int link) {
        lock.lock();
        try {
            return spools.stream().allMatch(spool -> spool.firstWaiting() == null && !spool.isClaimedByOthers(link));
        } finally {
            lock.unlock();
        }
    }

    @Override
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

    @Override
    public void giveBack(int link) {
        lock.lock();
        try {
            spools.forEach(spool -> spool.giveBack(link));
        } finally {
            lock.unlock();
        }
        scheduler.itemAdded(); // another link may carry them
    }

    @Override
    public void giveBackAll() {
        lock.lock();
        try {
            spools.forEach(GroupSpool::giveBackAll);
        } finally {
            lock.unlock();
        }
    }

    @Override
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

    @Override
    public List<Gap> declareLost(int group, long hostNext) {
        return change(group, spool -> {
            List<Gap> gaps = new ArrayList<>(spool.declareLost(hostNext, clock.epochNanos()));
            gaps.addAll(spool.giveUpUndecodable(false));
            return gaps;
        });
    }

    @Override
    public List<Gap> giveUpFirst(int group) {
        return change(group, spool -> spool.giveUpUndecodable(true));
    }

    @Override
    public List<Gap> thin(int group, long usefulFromNanos) {
        lock.lock();
        try {
            List<Gap> gaps = spools.get(group).thin(usefulFromNanos);
            return gaps.isEmpty() ? gaps : change(group, spool -> gaps);
        } finally {
            lock.unlock();
        }
    }

    @Override
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

    // --- the threads that read acknowledgements ---

    @Override
    public boolean release(int group, long before) {
        lock.lock();
        try {
            List<Spooled> released = spools.get(group).release(before);
            released.forEach(spooled -> countReleased(counters.get(group), spooled));
            if (roomWanted && !released.isEmpty()) {
                roomWanted = false;
                roomMade.raise();
            }
            return !released.isEmpty();
        } finally {
            lock.unlock();
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

    @Override
    public long[] released() {
        lock.lock();
        try {
            return spools.stream().mapToLong(GroupSpool::releasedSequence).toArray();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long[] sent() {
        lock.lock();
        try {
            return spools.stream().mapToLong(GroupSpool::sentSequence).toArray();
        } finally {
            lock.unlock();
        }
    }

    // --- any thread ---

    @Override
    public int packets(int group) {
        lock.lock();
        try {
            return spools.get(group).size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long bytes(int group) {
        lock.lock();
        try {
            return spools.get(group).bytes();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int packets() {
        lock.lock();
        try {
            return packets;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Backlog backlog() {
        lock.lock();
        try {
            long oldest = Long.MAX_VALUE;
            for (int g = 0; g < spools.size(); g++) {
                oldest = Math.min(oldest, spools.get(g).oldestNanos());
            }
            return new Backlog(packets, bytes, oldest);
        } finally {
            lock.unlock();
        }
    }
}
