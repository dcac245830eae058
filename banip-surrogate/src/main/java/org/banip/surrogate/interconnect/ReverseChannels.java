package org.banip.surrogate.interconnect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.settings.HostClock;
import org.slf4j.Logger;

/**
 * The open reverse channels of one interconnect, oldest first. If they have names of paths, acknowledgements and commands go only where packets come
 * (docs/protocol.md, section 4.3). Owned by the interconnect's serial executor.
 */
final class ReverseChannels {
    private static final Logger LOG = ServerLog.of(ReverseChannels.class);

    private final SerialExecutor executor;
    private final Acknowledgements acknowledged;
    private final CommandQueue commands;
    private final HostParts parts;
    private final HostClock clock;
    private final String id;
    private final long keepAliveNanos;
    private final long silentNanos;

    private final PeerLog log;
    private final List<OpenReverseChannel> open = new ArrayList<>();
    private final ChannelUse use;

    private final Runnable acknowledgeIfDue = this::acknowledgeIfDue;
    private volatile Duration acknowledgeWithin = Duration.ZERO;
    private boolean acknowledgementWaits;
    /** When the acknowledgement that waits has to go, by the clock of the deadlines. */
    private long dueNanos;
    /** Whether a task will look whether it has to. */
    private boolean looks;
    /**
     * What is stored next is acknowledged at once: a channel has opened, whose MBU begins with little under way, perhaps one long packet; or goes on after a
     * silence, in which the MBU has filled its window; or the MBU has asked for the time behind packets that are not stored yet.
     */
    private boolean nextAtOnce;

    ReverseChannels(
            SerialExecutor executor,
            HostParts parts,
            String id,
            Acknowledgements acknowledged,
            CommandQueue commands,
            SessionPaths paths) {
        this.executor = executor;
        this.parts = parts;
        this.id = id;
        this.acknowledged = acknowledged;
        this.commands = commands;
        use = new ChannelUse(open, paths);
        clock = parts.clock();
        log = new PeerLog(clock::monotonicNanos, 1);
        keepAliveNanos = parts.liveness().keepAlive().toNanos();
        silentNanos = parts.liveness().silentAfter().toNanos();
    }

    /** A channel that is not yet open. */
    OpenReverseChannel channel(ReversePeer peer) {
        return new OpenReverseChannel(executor, this, peer);
    }

    /** Opens a channel; beyond the limit it takes the place of the oldest of its path, or else of all, which is most likely dead. */
    void open(OpenReverseChannel channel) {
        if (open.size() >= parts.limits().reverseChannels()) {
            if (channel.peer().isEarly()) {
                throw new BanipException(
                        ErrorCode.TOO_EARLY, "no reverse channel ends for one that may be a replay, " + id);
            }
            log.happened(
                    end -> LOG.info("{}: {} reverse channels are open, ending the oldest{}", id, open.size(), end));
            end(use.oldest(channel.peer().path()));
        }
        channel.begin(clock.monotonicNanos());
        open.add(channel);
        nextAtOnce = true;
        channel.peer().begun();
    }

    void collect(OpenReverseChannel channel, FrameBuffer out) {
        if (channel.closed()) {
            channel.peer().collected(true);
            return;
        }
        boolean newest = use.newest(clock.monotonicNanos()) == channel;
        channel.write(out, acknowledged, commands, newest, clock);
        channel.peer().collected(channel.ending());
        wakeNewest();
    }

    void close(OpenReverseChannel channel) {
        channel.closedNow();
        open.remove(channel);
        commands.closed(channel, clock.monotonicNanos());
        wakeNewest();
        acknowledgeElsewhere(channel);
    }

    /** Whether there is a channel that is no replay. */
    boolean isAnyCertain() {
        return isAnyCertain(open);
    }

    private boolean isAnyCertain(List<OpenReverseChannel> among) {
        long now = clock.monotonicNanos();
        for (int i = 0; i < among.size(); i++) {
            if (!among.get(i).mayBeReplay(now)) {
                return true;
            }
        }
        return false;
    }

    int count() {
        return open.size();
    }

    /** How long an acknowledgement may wait for others. */
    void acknowledgeWithin(Duration most) {
        acknowledgeWithin = most;
    }

    /**
     * Acknowledges at once, or with what goes next, at the latest when it may not wait any longer. The first acknowledgement after a channel opened
     * does not wait, nor does the first one after {@link #acknowledgeNext}.
     */
    void acknowledge(boolean atOnce) {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).acknowledgeWithNext();
        }
        if (atOnce || nextAtOnce || acknowledgeWithin.isZero()) {
            nextAtOnce = false;
            acknowledgeNow();
        } else if (!acknowledgementWaits) {
            acknowledgementWaits = true;
            dueNanos = System.nanoTime() + acknowledgeWithin.toNanos();
            lookLater(acknowledgeWithin);
        }
    }

    /** What is stored next does not wait for more. */
    void acknowledgeNext() {
        nextAtOnce = true;
    }

    private void lookLater(Duration time) {
        if (!looks) {
            looks = true;
            parts.workers().deadlines().after(time, () -> executor.execute(acknowledgeIfDue));
        }
    }

    /** One task at a time: an acknowledgement that went earlier for another reason leaves it behind for the next one. */
    private void acknowledgeIfDue() {
        looks = false;
        long left = dueNanos - System.nanoTime();
        if (acknowledgementWaits && left > 0) {
            lookLater(Duration.ofNanos(left));
        } else if (acknowledgementWaits) {
            acknowledgeNow();
        }
    }

    private void acknowledgeNow() {
        acknowledgementWaits = false;
        long now = clock.monotonicNanos();
        PathReception last = use.last(now);
        for (int i = 0; i < open.size(); i++) {
            OpenReverseChannel channel = open.get(i);
            boolean to = channel.isPromised() ? use.mayBeUsed(channel, now) : use.isInUse(channel, last, now);
            if (channel.owesAcknowledgement() && to) {
                channel.acknowledge(now);
                wake(channel);
            }
        }
    }

    /** The channel is gone, and what went on it last may be lost. */
    private void acknowledgeElsewhere(OpenReverseChannel gone) {
        if (gone.isNamed()) {
            acknowledgeNow();
        }
    }

    /**
     * A packet or gap comes by this path. If the host has it already, the MBU may have missed what was acknowledged on other paths: it is told on this
     * one. If an acknowledgement waits that was to go there anyway, that one does it, also when the path is not in use any more by then.
     */
    void comes(PathReception by, boolean isNew) {
        if (isNew) {
            return;
        }
        boolean waits = acknowledgementWaits && by.isInUse(by.lastNanos());
        long now = clock.monotonicNanos();
        for (int i = 0; i < open.size(); i++) {
            OpenReverseChannel channel = open.get(i);
            if (!channel.owesAcknowledgement() || !use.isOf(channel, by) || !use.mayBeUsed(channel, now)) {
                continue;
            }
            if (waits) {
                channel.promise();
            } else {
                channel.acknowledge(now);
                wake(channel);
            }
        }
    }

    void report(Control.ErrorReport error) {
        for (OpenReverseChannel channel : new ArrayList<>(open)) {
            endUnless(channel.add(error, clock.monotonicNanos()), channel);
        }
    }

    /**
     * Answers a time request on the path on which it came, or on all if that has no channel.
     *
     * @return whether one of them may be of that path, and is no replay
     */
    boolean answer(PendingTime time, PathReception by) {
        List<OpenReverseChannel> ofPath = use.ofPath(by);
        boolean named = ofPath.stream().anyMatch(OpenReverseChannel::isNamed);
        for (OpenReverseChannel channel : named ? ofPath : new ArrayList<>(open)) {
            endUnless(channel.add(time, clock.monotonicNanos()), channel);
        }
        return isAnyCertain(ofPath);
    }

    /** Tells it on the channels that may be of this path: the others go on. */
    void report(Control.ErrorReport error, PathReception by) {
        for (OpenReverseChannel channel : use.ofPath(by)) {
            endUnless(channel.add(error, clock.monotonicNanos()), channel);
        }
    }

    /** Tells it on one channel only. */
    void report(Control.ErrorReport error, OpenReverseChannel channel) {
        if (open.contains(channel)) {
            endUnless(channel.add(error, clock.monotonicNanos()), channel);
        }
    }

    private void endUnless(boolean fine, OpenReverseChannel channel) {
        if (fine) {
            wake(channel);
        } else {
            log.happened(end -> LOG.warn("{}: a reverse channel is not read, ending it{}", id, end));
            end(channel);
        }
    }

    /** A command waits. */
    void wakeNewest() {
        OpenReverseChannel newest = use.newest(clock.monotonicNanos());
        if (newest != null && commands.isWaiting()) {
            wake(newest);
        }
    }

    /** Sends keep-alives where nothing was sent for long, and commands where they may go by now, and ends channels that are not read. */
    void tick(long nowNanos) {
        wakeNewest();
        // Backwards, because a channel that ends leaves the list.
        for (int i = open.size() - 1; i >= 0; i--) {
            OpenReverseChannel channel = open.get(i);
            if (channel.waitingForNanos(nowNanos) > silentNanos) {
                endUnless(false, channel);
            } else if (nowNanos - channel.sentNanos() >= keepAliveNanos) {
                channel.keepAlive(nowNanos);
                wake(channel);
            }
        }
    }

    /** How long {@link #tick} has nothing to do, at most the given time, if nothing happens meanwhile. */
    long quietNanos(long nowNanos, long most) {
        long quiet = most;
        for (int i = 0; i < open.size(); i++) {
            quiet = Math.min(quiet, open.get(i).sentNanos() + keepAliveNanos - nowNanos);
        }
        return quiet;
    }

    /** The channel's request is over: its last frame acknowledges what is stored now. */
    void finish(OpenReverseChannel channel) {
        if (!channel.closed() && !channel.ending()) {
            channel.acknowledge(clock.monotonicNanos());
            end(channel);
        }
    }

    /**
     * The MBU has fallen silent. The answers of data requests stay open and have keep-alives, but commands wait: the connection may be dead. The
     * others end: only so does the MBU learn that the data requests are dead, if these are alive.
     */
    void suspend(Control.ErrorReport silent) {
        endAll(silent, channel -> !channel.isAnswer());
        open.forEach(OpenReverseChannel::suspend);
    }

    /** The MBU is still silent: those end that it has opened meanwhile, if no data came for long. */
    void staySilent(Control.ErrorReport silent, long nowNanos) {
        endAll(silent, channel -> !channel.isAnswer() && nowNanos - channel.begunNanos() > silentNanos);
    }

    /** Data came on a request that had stayed open: so these go on as well. Commands wait until it is sure that the MBU has not closed them. */
    void resume() {
        long sure = clock.monotonicNanos() + silentNanos;
        open.forEach(channel -> channel.resume(sure));
        nextAtOnce = true;
        wakeNewest();
    }

    /** The MBU has another connection: those that stayed open are over. */
    void endSuspended(Control.ErrorReport silent) {
        endAll(silent, OpenReverseChannel::isSuspended);
    }

    private void endAll(Control.ErrorReport told, Predicate<OpenReverseChannel> which) {
        for (OpenReverseChannel channel : new ArrayList<>(open)) {
            if (which.test(channel)) {
                channel.add(told, clock.monotonicNanos());
                end(channel);
            }
        }
    }

    /** What waits goes out, then each channel ends. */
    void endAll() {
        new ArrayList<>(open).forEach(this::end);
    }

    private void end(OpenReverseChannel channel) {
        channel.end();
        open.remove(channel);
        // Its last bytes may never be read, and then the connection stays open for long.
        commands.closed(channel, clock.monotonicNanos());
        wake(channel);
        acknowledgeElsewhere(channel);
    }

    private void wake(OpenReverseChannel channel) {
        channel.peer().ready();
    }
}
