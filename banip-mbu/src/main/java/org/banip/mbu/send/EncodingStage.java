package org.banip.mbu.send;

import java.util.List;
import org.banip.core.packet.Gap;
import org.banip.core.transcoding.spi.Block;
import org.banip.mbu.sampling.SteadyClock;
import org.banip.mbu.spool.SpoolLog;
import org.banip.mbu.stage.Signal;
import org.banip.mbu.stage.StageThread;

/**
 * Takes sensor sets from the queues, the most urgent first and no more than the spool admits, and encodes them into the spool;
 * flushes what a chain has held back long enough. Its state belongs to the thread {@code banip-encode}.
 */
public final class EncodingStage implements StageThread.Role, SetQueue.Sink {
    private final SetQueue queue;
    private final SpoolLog spool;
    private final List<GroupEncoder> encoders;
    private final List<org.banip.core.ban.SensorGroup> groups;
    private final SteadyClock clock;
    private final Signal work;
    private final GapListener gaps;
    private final Block taken = new Block(8192);

    private volatile boolean finishing;

    /** A stage over these queues and chains; the signal is raised when there is something to take, or room to put it. */
    EncodingStage(
            SetQueue queue,
            SpoolLog spool,
            List<org.banip.core.ban.SensorGroup> groups,
            List<GroupEncoder> encoders,
            SteadyClock clock,
            Signal work,
            GapListener gaps) {
        this.queue = queue;
        this.spool = spool;
        this.groups = groups;
        this.encoders = encoders;
        this.clock = clock;
        this.work = work;
        this.gaps = gaps;
    }

    @Override
    public void run() throws InterruptedException {
        try {
            while (!(finishing && queue.isEmpty())) {
                boolean took = queue.take(spool::admitted, taken, this);
                long wait = Math.min(flushWhatIsDue(), collectPackets());
                if (!took && wait > 0) {
                    work.await(clock, wait);
                }
            }
        } finally {
            encoders.forEach(GroupEncoder::close);
        }
    }

    /** Ends the thread once the queues, which must have been closed, are empty. */
    public void finish() {
        finishing = true;
        work.raise();
    }

    /** Flushes due chains whose packets find room; returns how long until the next one is due. */
    private long flushWhatIsDue() {
        long next = Long.MAX_VALUE;
        long now = clock.epochNanos();
        for (int g = 0; g < encoders.size(); g++) {
            long until = encoders.get(g).nanosUntilFlush(now);
            if (until > 0) {
                next = Math.min(next, until);
            } else if (spool.admitted(groups.get(g).serviceClass()) > 0) {
                encoders.get(g).flush();
            }
        }
        return next;
    }

    /**
     * Lets the queue collect the sensor sets of a packet before it wakes this thread; returns how long until the first packet must be looked
     * at although it is not whole, since its last sensor set is late.
     */
    private long collectPackets() {
        long next = Long.MAX_VALUE;
        long now = clock.epochNanos();
        for (int g = 0; g < encoders.size(); g++) {
            long until = encoders.get(g).nanosUntilPacketIsLate(now);
            int units = until > 0 ? encoders.get(g).unitsToPacket() : 1;
            if (queue.wakeAt(g, units) && spool.admitted(groups.get(g).serviceClass()) > 0) {
                return 0;
            }
            next = until > 0 ? Math.min(next, until) : next;
        }
        return next;
    }

    @Override
    public void sets(int group, Block sets) {
        encoders.get(group).encode(sets, clock.epochNanos());
    }

    @Override
    public void lost(int group, long originNanos, long firstUnit, long units, Gap.Reason reason) {
        encoders.get(group).flush();
        gaps.declared(spool.putGap(group, originNanos, firstUnit, units, reason));
    }

    @Override
    public void flush(int group) {
        encoders.get(group).flush();
    }
}
