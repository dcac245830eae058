package org.banip.mbu.spool;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.banip.core.ban.Frequency;
import org.banip.core.ban.ServiceClass;
import org.banip.core.packet.Crc32c;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.PacketHeader;
import org.banip.core.packet.Sequenced;
import org.banip.mbu.settings.SpoolSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.stage.GroupCounters;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.WakeUp;
import org.jspecify.annotations.Nullable;

/**
 * The spool in memory. It is lost when the process ends, unless a {@link SpoolJournal} keeps its items.
 *
 * <p>Its bounds are those of {@link SpoolSettings}: before the encoding thread encodes, it asks how much is admitted. Guarded by itself. Only
 * wake-ups are raised while the monitor is held.
 */
public final class MemorySpool implements SpoolLog {
    private final SendPolicy policy;
    private final List<GroupCounters> counters;
    private final Occupancy occupancy;
    private final Scheduler scheduler;
    private final SteadyClock clock;
    private final ClaimOrder claimOrder;
    private final LateMoves late;
    private final Carriers carriers;
    private final WaitingItems waiting;
    private final SpoolJournal journal;
    private final Payloads payloads;
    private final Recorder recorder;
    private final Losses losses;
    private final Releases releases;

    private final GroupSpools groups;
    /** Those of all groups. */
    private final List<GroupSpool> spools;

    private long order;

    /** An empty spool for the groups of a BAN. The wake-up wakes the encoding thread, the scheduler wakes the links. */
    public MemorySpool(
            SendPolicy policy, List<GroupCounters> counters, WakeUp roomMade, Scheduler scheduler, SteadyClock clock) {
        this(policy, counters, roomMade, scheduler, clock, SpoolJournal.NONE);
    }

    /** The same with a journal, and with what the journal has of an earlier process. */
    public MemorySpool(
            SendPolicy policy,
            List<GroupCounters> counters,
            WakeUp roomMade,
            Scheduler scheduler,
            SteadyClock clock,
            SpoolJournal journal) {
        this.policy = policy;
        claimOrder = new ClaimOrder(policy);
        this.counters = counters;
        this.scheduler = scheduler;
        this.clock = clock;
        groups = new GroupSpools(policy);
        spools = groups.all();
        occupancy = new Occupancy(policy, spools, roomMade);
        carriers = new Carriers(policy, spools);
        waiting = new WaitingItems(policy, groups.claimable(), spools);
        this.journal = journal;
        payloads = new Payloads(journal, policy.heapBytes());
        recorder = new Recorder(journal, payloads, spools);
        losses = new Losses(spools, counters, recorder, occupancy, clock, roomMade);
        releases = new Releases(counters, occupancy, journal);
        order = KeptItems.restore(journal.takeKept(), policy, spools, counters, clock.epochNanos());
        late = new LateMoves(policy, spools, counters, payloads, clock.epochNanos());
        recorder.changed();
        occupancy.count();
    }

    @Override
    public synchronized void addGroup(String document) {
        journal.addGroup(spools.size(), document);
        groups.add();
    }

    @Override
    public synchronized void claimable(int known) {
        groups.claimable(known);
    }

    // --- the encoding thread ---

    @Override
    public synchronized int admitted(ServiceClass of) {
        return occupancy.admitted(of);
    }

    @Override
    public synchronized boolean isNearlyFull() {
        return occupancy.isNearlyFull();
    }

    @Override
    public synchronized boolean takeRestart(int group) {
        GroupSpool spool = spools.get(group);
        late.encodes(spool, clock);
        return spool.takeRestart();
    }

    @Override
    public Optional<Gap> put(int group, long originNanos, long firstUnit, int units, boolean key, byte[] payload) {
        Gap gap = null;
        synchronized (this) {
            GroupSpool spool = spools.get(group);
            leaveOutSkipped(spool, originNanos);
            PacketHeader header = new PacketHeader(group, spool.nextSequence, originNanos, firstUnit, units, key);
            if (!spool.keyWanted || key) {
                int crc = Crc32c.finish(header.crcState(), payload, 0, payload.length);
                add(spool, new Packet(header, payload, crc));
                spool.keyWanted = false;
                late.put(spool, key, clock);
            } else if (late.follows(header)) {
                add(spool, Gaps.insteadOf(header));
                late.add(group, new Packet(header, payload, 0), false, clock.epochNanos(), order++);
                occupancy.count();
            } else {
                gap = Gaps.insteadOf(header);
                addGap(spool, gap);
            }
            journal.commit();
            if (gap == null) {
                counters.get(group).countPacket(units, payload.length); // it is written now
            }
            recorder.makeRoom(occupancy.bytes());
        }
        scheduler.itemAdded();
        return Optional.ofNullable(gap);
    }

    @Override
    public Gap putGap(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
        Gap gap;
        synchronized (this) {
            GroupSpool spool = spools.get(group);
            if (reason == Gap.Reason.RETIRED) {
                leaveOutSkipped(spool, originNanos); // it takes one number only
            }
            int numbers = 1 + spool.resumption.takeSkipped();
            gap = new Gap(group, spool.nextSequence, numbers, originNanos, firstUnit, units, reason);
            addGap(spool, gap);
            spool.wantKey();
            spool.gapPut(journal);
            journal.commit();
        }
        scheduler.itemAdded();
        return gap;
    }

    @Override
    public synchronized void back(int group, long nanos) {
        spools.get(group).back(nanos, journal);
    }

    private void leaveOutSkipped(GroupSpool spool, long originNanos) {
        Frequency frequency = policy.groups().get(spool.group).frequency();
        Gap skipped = spool.resumption.gapBefore(spool.group, spool.nextSequence, originNanos, frequency);
        if (skipped != null) {
            counters.get(spool.group).unitsEntered.addAndGet(skipped.unitCount());
            addGap(spool, skipped);
        }
    }

    private void addGap(GroupSpool spool, Gap gap) {
        add(spool, gap);
        counters.get(gap.group()).countGap(gap);
    }

    private void add(GroupSpool spool, Sequenced item) {
        long now = clock.epochNanos();
        Spooled spooled = new Spooled(item, policy.rank(item, now, order++), now);
        if (journal.isDurable()) {
            payloads.put(spooled, occupancy.bytes());
        }
        spool.add(spooled);
        occupancy.add(spooled);
    }

    // --- the sending thread ---

    @Override
    public synchronized void reorder(long most, long nanos) {
        claimOrder.reorder(most, nanos);
    }

    @Override
    public synchronized @Nullable Sequenced claim(int link, int window, Set<ServiceClass> classes, Room room) {
        if (late.isOver(classes, clock)) {
            order = late.move(clock.epochNanos(), order);
            recorder.changed();
            occupancy.count();
        }
        Sharing sharing = scheduler.sharing();
        if (sharing != null) {
            sharing.asks(link);
        }
        GroupSpool best = claimOrder.next(groups.claimable(), link, window, classes, room, sharing);
        return best == null ? null : claimFirst(best, link);
    }

    @Override
    public synchronized @Nullable Sequenced claimAsWell(int link, Set<ServiceClass> classes, Room room) {
        Sharing sharing = scheduler.sharing();
        if (sharing == null) {
            return null;
        }
        sharing.asks(link);
        Spooled first = carriers.claimAsWell(link, classes, room, sharing);
        return first == null ? null : first.item;
    }

    @Override
    public synchronized boolean isUnderWayElsewhere(int link, Set<ServiceClass> classes) {
        return carriers.isAnyElsewhere(link, classes);
    }

    @Override
    public synchronized int carriersOfFirst(long[] next) {
        return carriers.ofFirst(next);
    }

    @Override
    public synchronized long overdueNanos(int link) {
        return carriers.overdueNanos(link, clock.epochNanos());
    }

    @Override
    public synchronized @Nullable ServiceClass mostUrgentWaiting(Set<ServiceClass> classes) {
        return waiting.mostUrgent(classes);
    }

    @Override
    public synchronized long lateNanos(ServiceClass of) {
        return waiting.lateNanos(of, clock.epochNanos());
    }

    @Override
    public synchronized boolean holdsUp(int link, Set<ServiceClass> classes) {
        return waiting.holdsUp(link, classes);
    }

    @Override
    public synchronized boolean isDrained(int link, Set<ServiceClass> classes) {
        return waiting.isDrained(link, classes);
    }

    private Sequenced claimFirst(GroupSpool spool, int link) {
        journal.sends(spool.group, spool.waiting.element().item.nextSequence());
        if (spool.waiting.element().parked) {
            payloads.load(spool.waiting.element());
        }
        boolean alone = late.isAny() && carriers.outstanding(link) == 0;
        Spooled first = late.claimed(spool.waiting.remove(), spool.group, link, alone, clock);
        spool.sent.claimed(first, link, clock.epochNanos());
        spool.sentSequence = Math.max(spool.sentSequence, first.item.nextSequence());
        GroupCounters count = counters.get(spool.group);
        if (first.everSent) {
            count.retransmissions.incrementAndGet();
            carriers.countSentAgain(link);
        } else if (first.item instanceof Packet) {
            count.unitsSent.addAndGet(first.units());
        }
        first.sent();
        return first.item;
    }

    @Override
    public synchronized long sentAgain(int link) {
        return carriers.sentAgain(link);
    }

    @Override
    public synchronized int outstanding(int link) {
        return carriers.outstanding(link);
    }

    @Override
    public synchronized List<Integer> outstandingGroups() {
        return carriers.outstandingGroups();
    }

    @Override
    public void giveBack(int link) {
        synchronized (this) {
            long now = clock.epochNanos();
            spools.forEach(spool -> spool.giveBack(link, now));
        }
        scheduler.itemAdded(); // another link may send them
    }

    @Override
    public void refused(int link, Set<ServiceClass> classes) {
        synchronized (this) {
            carriers.refused(link, classes);
            late.refused(link);
        }
        giveBack(link);
    }

    @Override
    public synchronized void goOn(int group, long hostNext) {
        long units = spools.get(group).unsent.goOn(hostNext);
        counters.get(group).unitsSent.addAndGet(-units);
    }

    @Override
    public synchronized void giveBackAll() {
        spools.forEach(GroupSpool::giveBackAll);
    }

    @Override
    public synchronized List<@Nullable PacketHeader> references() {
        return groups.references();
    }

    @Override
    public synchronized boolean knowsReleasedFrom(int group, long next) {
        return spools.get(group).knowsReleasedFrom(next);
    }

    @Override
    public synchronized void wantKeys() {
        spools.forEach(GroupSpool::wantRestart);
    }

    @Override
    public synchronized List<Gap> declareLost(int group, long hostNext) {
        return losses.ofHost(group, hostNext);
    }

    @Override
    public synchronized List<Gap> giveUpFirst(int group) {
        return losses.undecodable(group);
    }

    @Override
    public synchronized List<Gap> thin(int group, long usefulFromNanos) {
        return losses.thinned(group, usefulFromNanos);
    }

    @Override
    public synchronized List<Gap> renumber(UUID session) {
        return losses.ofAnotherSession(session);
    }

    // --- the threads that read acknowledgements ---

    @Override
    public synchronized boolean release(int group, long before) {
        return releases.release(spools.get(group), before);
    }

    @Override
    public synchronized long[] released() {
        return groups.released();
    }

    @Override
    public synchronized long[] sent() {
        return groups.sent();
    }

    // --- any thread ---

    @Override
    public SpoolJournal journal() {
        return journal;
    }

    @Override
    public synchronized int packets(int group) {
        return spools.get(group).size();
    }

    @Override
    public synchronized long bytes(int group) {
        return spools.get(group).bytes();
    }

    @Override
    public synchronized Backlog backlog() {
        return occupancy.backlog();
    }
}
