package org.banip.mbu.send;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.ChainEncoder;
import org.banip.core.transcoding.spi.Block;
import org.banip.core.transcoding.spi.BlockSink;
import org.banip.mbu.interconnect.LinkMeter;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spool.SpoolException;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.SendPolicy;
import org.banip.mbu.stage.StageThread;
import org.banip.mbu.stage.WakeUp;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a sensor set through the MBU, stage by stage: sensor → sensor set → queue → encode → spool → scheduler → link → uplink. The methods
 * below have the same order. Each stage passes items to the next one only. Room and acknowledgements are the only things that go back, as wake-ups
 * and releases.
 *
 * <p>A stage runs on the thread that its method names. The state of a stage belongs to that thread.
 */
final class SendPath implements SetQueue.Sink, ThinnedGroup.Path {
    /** One group's chain, and the sensor sets that it holds back. */
    private record GroupChain(ChainEncoder encoder, ChainHold hold, BlockSink intoSpool) {}

    private static final Logger LOG = LoggerFactory.getLogger(SendPath.class);

    private final SensingStage sensing;
    private final SetQueue queue;
    private final SendPolicy policy;
    private final ThinnedGroups thinned;
    private final List<GroupChain> chains = new CopyOnWriteArrayList<>();
    private final OrderedChains ordered = new OrderedChains();

    private final SpoolLog spool;
    private final List<StageThread.Role> links;
    private final LinkMeter link;

    private final SteadyClock clock;
    private final WakeUp encoderWork;
    private final GapListener gaps;
    private final Block taken = new Block(8192);
    private volatile boolean finishing;

    /**
     * The stages in their order.
     *
     * @param thinned takes the sensor sets of groups while they are thinned
     * @param link is told when the backlog changes
     * @param encoderWork raised when the queue has something to take, or the spool has room
     * @param gaps is told about declared gaps
     */
    SendPath(
            SensingStage sensing,
            SetQueue queue,
            SendPolicy policy,
            ThinnedGroups thinned,
            List<ChainHold> chains,
            SpoolLog spool,
            List<StageThread.Role> links,
            LinkMeter link,
            SteadyClock clock,
            WakeUp encoderWork,
            GapListener gaps) {
        this.sensing = sensing;
        this.queue = queue;
        this.policy = policy;
        this.thinned = thinned;
        this.spool = spool;
        this.links = links;
        this.link = link;
        this.clock = clock;
        this.encoderWork = encoderWork;
        this.gaps = gaps;
        chains.forEach(this::add);
    }

    /** Adds the chain of the next group, before its first sensor set. Any thread. */
    void add(ChainHold hold) {
        chains.add(chain(chains.size(), hold));
    }

    private GroupChain chain(int group, ChainHold hold) {
        return new GroupChain(hold.encoder(), hold, packet -> intoSpool(group, packet));
    }

    /**
     * Another encoder takes the place of that of a group at the next packet, which is a key packet. It belongs to the send path from now on. Any thread.
     *
     * @throws IllegalStateException if nothing more is encoded, because the session ends; the encoder is closed then
     */
    void change(int group, ChainEncoder encoder) {
        ordered.put(group, encoder);
        encoderWork.raise();
    }

    /**
     * Stage 1: sensor → sensor sets → queue, past the detectors. Thread {@code banip-sense}. Sensor sets of the app enter through a {@link SensorPort}, on the app's
     * thread.
     */
    void sense() throws InterruptedException {
        try {
            sensing.resume(spool.journal());
            while (sensing.awaitDue()) {
                sensing.readDue();
            }
            sensing.readTheLast();
        } finally {
            sensing.close();
        }
    }

    /** Stage 2: queue → chain. The most urgent sensor sets go first, and no more than the spool admits. Thread {@code banip-encode}. */
    void encode() throws InterruptedException {
        try {
            while (!(finishing && queue.isEmpty())) {
                thinned.look(clock.epochNanos());
                changeChains();
                boolean took = queue.take(spool::admitted, taken, this);
                long wait = Math.min(Math.min(flushWhatIsDue(), thinned.declareWhatIsLate()), collectPackets());
                if (!took && wait > 0) {
                    encoderWork.await(clock, wait);
                }
            }
        } finally {
            chains.forEach(chain -> chain.encoder.close());
            ordered.close();
        }
    }

    @Override
    public void sets(int group, Block sets) {
        if (!thinned.take(group, sets)) {
            encode(group, sets);
        }
    }

    @Override
    public void encode(int group, Block sets) {
        GroupChain chain = chains.get(group);
        restartIfAsked(group);
        chain.hold.entered(sets.originNanos(), sets.firstUnit(), sets.unitCount(), clock.epochNanos());
        chain.encoder.encode(sets, chain.intoSpool);
        if (chain.hold.holdsPacket()) {
            chain.encoder.flush(chain.intoSpool);
            chain.hold.flushed();
        }
    }

    @Override
    public void flush(int group) {
        thinned.settle(group).ifPresent(this::release);
        release(group);
    }

    @Override
    public void release(int group) {
        GroupChain chain = chains.get(group);
        restartIfAsked(group);
        chain.encoder.flush(chain.intoSpool);
        chain.hold.flushed();
    }

    @Override
    public void skip(int group, long originNanos, long firstUnit, int units) {
        chains.get(group).hold.skipped(originNanos, firstUnit, units, clock.epochNanos());
    }

    @Override
    public long packetEnd(int group, long unit) {
        return chains.get(group).encoder.packetEnd(unit);
    }

    @Override
    public long nanosUntil(int group, long originNanos, long unit) {
        boolean room = spool.admitted(policy.groups().get(group).serviceClass()) > 0;
        return room ? chains.get(group).hold.nanosUntil(originNanos, unit, clock.epochNanos()) : Long.MAX_VALUE;
    }

    @Override
    public void back(int group, long nanos) {
        try {
            spool.back(group, nanos);
        } catch (SpoolException e) {
            LOG.debug("group {} is back: {}", group, e.getMessage()); // the next change tells the MBU
        }
    }

    @Override
    public void lost(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
        flush(group);
        giveUp(group, originNanos, firstUnit, units, reason);
    }

    @Override
    public void giveUp(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
        gaps.declared(spool.putGap(group, originNanos, firstUnit, units, reason));
    }

    /** Stage 3: packet → spool, which keeps the packet until the host has stored it. Same thread. */
    private void intoSpool(int group, Block packet) {
        chains.get(group).hold.left(packet.originNanos(), packet.firstUnit(), packet.unitCount(), packet.length());
        byte[] payload = Arrays.copyOf(packet.bytes(), packet.length());
        spool.put(group, packet.originNanos(), packet.firstUnit(), packet.unitCount(), packet.key(), payload)
                .ifPresent(gaps::declared);
        thinIfBacklogged(group, packet);
        link.backlogChanged();
    }

    /** Gives up old packets of the group if the policy demands it, because the link does not carry everything. */
    private void thinIfBacklogged(int group, Block packet) {
        SpoolLog.Backlog backlog = spool.backlog();
        if (policy.thins(group, backlog.packets(), backlog.bytes())) {
            long newest = packet.originNanos()
                    + policy.groups().get(group).frequency().nanosOfUnit(packet.firstUnit() + packet.unitCount() - 1);
            spool.thin(group, policy.usefulFromNanos(group, newest)).forEach(gaps::declared);
            restartIfAsked(group); // at once: otherwise the next packet would have no key and be given up as well
        }
    }

    /**
     * Stage 4: spool → scheduler → link → uplink. Each link has one thread {@code banip-send}. The scheduler wakes it, it claims the most urgent
     * items, and its uplink sends them as frames.
     */
    void carry(int link) throws InterruptedException {
        links.get(link).run();
    }

    // --- sensor sets that the chains hold back ---

    /** Flushes due chains whose packets have room. Returns the time until the next flush is due. */
    private long flushWhatIsDue() {
        long next = Long.MAX_VALUE;
        long now = clock.epochNanos();
        for (int g = 0; g < chains.size(); g++) {
            long until = chains.get(g).hold.nanosUntilFlush(now);
            if (until > 0) {
                next = Math.min(next, until);
            } else if (spool.admitted(policy.groups().get(g).serviceClass()) > 0) {
                release(g);
            }
        }
        return next;
    }

    /**
     * Lets the queue collect the sensor sets of a packet before it wakes this thread. Returns the time until an incomplete packet is due because
     * its last sensor set is late.
     */
    private long collectPackets() {
        long next = Long.MAX_VALUE;
        long now = clock.epochNanos();
        for (int g = 0; g < chains.size(); g++) {
            ChainHold hold = chains.get(g).hold;
            long until = hold.nanosUntilPacketIsLate(now);
            int units = until > 0 ? hold.unitsToPacket() : 1;
            if (queue.wakeAt(g, units) && spool.admitted(policy.groups().get(g).serviceClass()) > 0) {
                return 0;
            }
            next = until > 0 ? Math.min(next, until) : next;
        }
        return next;
    }

    /** Ends the packet of each group that gets another encoder, as soon as the spool has room for it, and begins with the other one. */
    private void changeChains() {
        for (int group : ordered.groups()) {
            if (spool.admitted(policy.groups().get(group).serviceClass()) > 0) {
                release(group);
                GroupChain before = chains.get(group);
                ChainEncoder next = ordered.take(group);
                before.encoder.close();
                chains.set(group, chain(group, before.hold.with(next)));
            }
        }
    }

    private void restartIfAsked(int group) {
        if (spool.takeRestart(group)) {
            chains.get(group).encoder.restart();
        }
    }

    // --- the end ---

    /** Ends stage 1 before its next read. */
    void stopSensing() {
        sensing.stop();
    }

    /** Ends stage 2 when the queue is empty. The queue must have been closed. */
    void finishEncoding() {
        finishing = true;
        encoderWork.raise();
    }
}
