package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.server.executor.SerialExecutor;
import org.banip.surrogate.settings.HostClock;
import org.jspecify.annotations.Nullable;

/**
 * One open reverse channel: what is to be sent on it. The endpoint collects when it can write, so a peer that does not read
 * costs a few flags and at most {@link #MAX_FRAMES} frames: of acknowledgements only the newest matters. Owned by the interconnect's serial
 * executor, but for what the endpoint calls.
 */
public final class OpenReverseChannel {
    static final int MAX_FRAMES = 64;
    /** About how many bytes of commands are collected for one write. */
    private static final int ENOUGH_BYTES = 16_384;

    private final SerialExecutor executor;
    private final ReverseChannels owner;
    private final ReversePeer peer;

    private final boolean named;
    private @Nullable PathReception path;

    private final Runnable collecting;
    private FrameBuffer out = new FrameBuffer(0);

    private final ArrayDeque<Control> frames = new ArrayDeque<>();
    private final ArrayDeque<PendingTime> times = new ArrayDeque<>();
    private ReplayDoubt doubt = ReplayDoubt.NONE;
    private final Suspension suspension = new Suspension();
    private boolean answers;
    private long begunNanos;
    private boolean acknowledge = true;
    /** The acknowledgement that waits is to go here, too. */
    private boolean promised;

    private boolean keepAlive;
    private boolean ending;
    private boolean closed;
    private long sentNanos;
    private long waitingSinceNanos;
    private boolean waiting;

    OpenReverseChannel(SerialExecutor executor, ReverseChannels owner, ReversePeer peer) {
        this.executor = executor;
        this.owner = owner;
        this.peer = peer;
        named = !peer.path().equals(PathTotals.UNNAMED);
        collecting = () -> owner.collect(this, out);
    }

    void begin(long nowNanos) {
        begunNanos = nowNanos;
        sentNanos = nowNanos;
        doubt = ReplayDoubt.of(peer.isEarly(), nowNanos);
    }

    /**
     * Appends what is to be sent now, which counts as sent, and tells the peer. Any thread; again only when the peer was told. The buffer is
     * always the same one.
     */
    public void collect(FrameBuffer into) {
        out = into;
        executor.execute(collecting);
    }

    /** Acknowledges once more what is stored now; then the channel ends. Any thread. */
    public void finish() {
        executor.execute(() -> owner.finish(this));
    }

    /** The connection broke or was ended. Any thread. */
    public void close() {
        executor.execute(() -> owner.close(this));
    }

    /** Whether commands may go on it: nobody reads them on a dead connection, or on what somebody recorded and sends again. */
    boolean takesCommands(long nowNanos) {
        return !suspension.holdsCommands(nowNanos) && !mayBeReplay(nowNanos);
    }

    /** Whether it may be what somebody recorded and sends again. */
    boolean mayBeReplay(long nowNanos) {
        return doubt.persists(nowNanos);
    }

    ReversePeer peer() {
        return peer;
    }

    /** Whether the MBU has named its path; else it gets what goes on any. */
    boolean isNamed() {
        return named;
    }

    /** Its path; null if that has no name, or no data request has named it yet. */
    @Nullable
    PathReception path(SessionPaths paths) {
        if (named && path == null) {
            path = paths.known(peer.path());
        }
        return path;
    }

    /** It is the answer of a data request. */
    void answersData() {
        answers = true;
    }

    /** Whether it has the connection of a data request; else it may be alive while theirs is dead. */
    boolean isAnswer() {
        return answers;
    }

    long begunNanos() {
        return begunNanos;
    }

    /** The MBU has fallen silent: its connection may be dead. */
    void suspend() {
        suspension.begin();
    }

    /** A request that stayed open goes on. */
    void resume(long heldUntilNanos) {
        suspension.end(heldUntilNanos);
    }

    boolean isSuspended() {
        return suspension.isSuspended();
    }

    boolean closed() {
        return closed;
    }

    void closedNow() {
        closed = true;
    }

    boolean ending() {
        return ending;
    }

    /** Whatever is written next has an acknowledgement, too. */
    void acknowledgeWithNext() {
        acknowledge = true;
    }

    boolean owesAcknowledgement() {
        return acknowledge;
    }

    /** The acknowledgement that waits goes here, whether the path is in use by then or not. */
    void promise() {
        promised = true;
    }

    boolean isPromised() {
        return promised;
    }

    void acknowledge(long nowNanos) {
        acknowledge = true;
        waits(nowNanos);
    }

    /** False if the peer has not read for too long. */
    boolean add(Control frame, long nowNanos) {
        waits(nowNanos);
        return frames.size() < MAX_FRAMES && frames.add(frame);
    }

    boolean add(PendingTime time, long nowNanos) {
        waits(nowNanos);
        return times.size() < MAX_FRAMES && times.add(time);
    }

    void keepAlive(long nowNanos) {
        keepAlive = true;
        waits(nowNanos);
    }

    /** Nothing more is to be added; what is there goes out first. */
    void end() {
        ending = true;
    }

    long sentNanos() {
        return sentNanos;
    }

    /** How long something has been waiting to be collected. */
    long waitingForNanos(long nowNanos) {
        return waiting ? nowNanos - waitingSinceNanos : 0;
    }

    private void waits(long nowNanos) {
        if (!waiting) {
            waiting = true;
            waitingSinceNanos = nowNanos;
        }
    }

    void write(FrameBuffer out, Acknowledgements acknowledged, CommandQueue commands, boolean newest, HostClock clock) {
        int before = out.length();
        if (acknowledge) {
            FrameEncoder.encode(acknowledged.frame(), out);
        }
        if (!frames.isEmpty() || !times.isEmpty()) {
            frames.forEach(frame -> FrameEncoder.encode(frame, out));
            times.forEach(time -> FrameEncoder.encode(time.answer(clock.epochNanos()), out));
        }
        // Each command goes on one channel only, so that the BAN gets it at most once.
        while (newest && !ending && out.length() - before < ENOUGH_BYTES && commands.isWaiting()) {
            Control.Command command = commands.takeFor(this, clock.monotonicNanos());
            if (command != null) {
                FrameEncoder.encode(command, out);
            }
        }
        if (keepAlive && out.length() == before) {
            FrameEncoder.encode(new Control.KeepAlive(), out);
        }
        acknowledge = false;
        promised = false;
        keepAlive = false;
        frames.clear();
        times.clear();
        waiting = false;
        if (out.length() > before) {
            sentNanos = clock.monotonicNanos();
        }
    }
}
