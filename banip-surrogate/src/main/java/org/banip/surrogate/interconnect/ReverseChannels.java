package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.surrogate.settings.HostClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The open reverse channels of one interconnect, oldest first. Guarded by the interconnect's lock. */
final class ReverseChannels {
    private static final Logger LOG = LoggerFactory.getLogger(ReverseChannels.class);

    private final Shared shared;
    private final HostParts parts;
    private final HostClock clock;
    private final String id;

    private final List<ReverseChannel> open = new ArrayList<>();

    ReverseChannels(Shared shared) {
        this.shared = shared;
        parts = shared.parts;
        clock = parts.clock();
        id = shared.id();
    }

    /** A new channel; beyond the limit it takes the place of the oldest, which is most likely dead. */
    ReverseChannel open(ReversePeer peer) {
        if (open.size() >= parts.limits().reverseChannels()) {
            LOG.info("{}: {} reverse channels are open, ending the oldest", id, open.size());
            end(open.get(0));
        }
        ReverseChannel channel = new ReverseChannel(this, peer, clock.monotonicNanos());
        open.add(channel);
        return channel;
    }

    boolean collect(ReverseChannel channel, FrameBuffer out) {
        synchronized (shared) {
            if (channel.closed()) {
                return false;
            }
            boolean newest = !open.isEmpty() && open.get(open.size() - 1) == channel;
            channel.write(out, shared.acknowledged, shared.commands, newest, clock);
            return !channel.ending();
        }
    }

    void close(ReverseChannel channel) {
        synchronized (shared) {
            channel.closedNow();
            open.remove(channel);
            wakeNewest();
        }
    }

    /** Whether there is a channel that frames can go on. */
    boolean any() {
        return !open.isEmpty();
    }

    int count() {
        return open.size();
    }

    void acknowledge() {
        for (ReverseChannel channel : open) {
            channel.acknowledge(clock.monotonicNanos());
            wake(channel);
        }
    }

    void report(Control.ErrorReport error) {
        for (ReverseChannel channel : new ArrayList<>(open)) {
            endUnless(channel.add(error, clock.monotonicNanos()), channel);
        }
    }

    void answer(PendingTime time) {
        for (ReverseChannel channel : new ArrayList<>(open)) {
            endUnless(channel.add(time, clock.monotonicNanos()), channel);
        }
    }

    private void endUnless(boolean fine, ReverseChannel channel) {
        if (fine) {
            wake(channel);
        } else {
            LOG.warn("{}: a reverse channel is not read, ending it", id);
            end(channel);
        }
    }

    /** A command waits. */
    void wakeNewest() {
        if (!open.isEmpty() && shared.commands.isWaiting()) {
            wake(open.get(open.size() - 1));
        }
    }

    /** Sends keep-alives where nothing was sent for long, and ends channels that are not read. */
    void tick(long nowNanos) {
        long keepAliveNanos = parts.liveness().keepAlive().toNanos();
        long silentNanos = parts.liveness().silentAfter().toNanos();
        for (ReverseChannel channel : new ArrayList<>(open)) {
            if (channel.waitingForNanos(nowNanos) > silentNanos) {
                endUnless(false, channel);
            } else if (nowNanos - channel.sentNanos() >= keepAliveNanos) {
                channel.keepAlive(nowNanos);
                wake(channel);
            }
        }
    }

    /** What waits goes out, then each channel ends. */
    void endAll() {
        new ArrayList<>(open).forEach(this::end);
    }

    private void end(ReverseChannel channel) {
        channel.end();
        open.remove(channel);
        wake(channel);
    }

    private void wake(ReverseChannel channel) {
        parts.workers().soon(channel.peer()::ready);
    }
}
