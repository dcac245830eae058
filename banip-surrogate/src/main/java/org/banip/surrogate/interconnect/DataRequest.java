package org.banip.surrogate.interconnect;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameDecoder;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.PacketHeader;
import org.banip.server.executor.SerialExecutor;
import org.banip.server.request.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * One data request of an interconnect: its frame decoder, and what it waits for. What the endpoint calls may be called on any thread, one call
 * at a time; everything else is owned by the interconnect's serial executor.
 */
public final class DataRequest implements RequestBody.Sink {
    /** Most time answers that wait for the end of a body. */
    private static final int MAX_TIMES = 16;

    /** What a request's bytes go through. */
    interface Path {
        /** The bytes that {@link DataRequest#bytes} has now. Like all below on the interconnect's serial executor. */
        void intake(DataRequest request);

        /** What the frames of a request's body go to. */
        FrameHandler framesOf(DataRequest request);

        /** The body ended in order. */
        void end(DataRequest request);

        /** Nothing more of the request counts. */
        void close(DataRequest request);
    }

    private final Path path;
    private final SerialExecutor executor;
    private final DataPeer peer;
    private final String where;
    private final Runnable intake;
    /** Per group the number up to which the record must reach before the answer. */
    private long[] brought;

    private final List<PendingTime> times = new ArrayList<>();
    /** What the thread that reads is to decode itself. */
    private final List<Runnable> cheapTurns = new ArrayList<>();

    private ByteBuffer bytes = ByteBuffer.allocate(0);
    private Runnable done = () -> {};
    private @Nullable Thread reader;

    private FrameDecoder decoder;
    private ReplayDoubt doubt = ReplayDoubt.NONE;
    private final Suspension suspension = new Suspension();
    private @Nullable PathReception by;
    private @Nullable OpenReverseChannel channel;
    private boolean open;
    private boolean bodyEnded;
    private boolean dirty;
    private int pendingBytes;
    private long lastFrameNanos;
    private long firstPendingNanos;

    DataRequest(Path path, SerialExecutor executor, DataPeer peer, int groups, String where) {
        this.path = path;
        this.executor = executor;
        this.peer = peer;
        this.where = where;
        intake = () -> path.intake(this);
        brought = new long[groups];
        decoder = decoder(List.of(), new boolean[0]);
    }

    private FrameDecoder decoder(List<? extends @Nullable PacketHeader> lastKnown, boolean[] stateless) {
        return new FrameDecoder(lastKnown, stateless, path.framesOf(this), where);
    }

    /** Takes bytes of the body, and runs {@code next} when the next may come; never, if the request failed. Decodes here what is cheap. */
    @Override
    public void take(ByteBuffer more, Runnable next) {
        bytes = more;
        done = next;
        reader = executor.isOwner() ? null : Thread.currentThread();
        executor.execute(intake);
        for (int i = 0; i < cheapTurns.size(); i++) {
            cheapTurns.get(i).run();
        }
        cheapTurns.clear();
    }

    @Override
    public boolean isBrief() {
        return true;
    }

    /** The body ended in an orderly way; the peer is told to answer when everything in it is durable. */
    @Override
    public void end() {
        executor.execute(() -> path.end(this));
    }

    /** The connection broke, or the answer was given: nothing more of this request counts. */
    public void close() {
        executor.execute(() -> path.close(this));
    }

    /** The interconnect takes it. */
    void begin(
            List<? extends @Nullable PacketHeader> lastKnown, boolean[] stateless, long nowNanos, PathReception path) {
        by = path;
        brought = Arrays.copyOf(brought, stateless.length); // groups may have been added since it was made
        path.begun(nowNanos);
        decoder = decoder(lastKnown, stateless);
        lastFrameNanos = nowNanos;
        doubt = ReplayDoubt.of(peer.isEarly(), nowNanos);
        open = true;
    }

    /** Its answer is a reverse channel. */
    void answeredOn(OpenReverseChannel answer) {
        channel = answer;
    }

    /** The reverse channel that is its answer; null if it has another one. */
    @Nullable
    OpenReverseChannel channel() {
        return channel;
    }

    /** The BAN has more groups from now on; {@code stateless} as in {@link #begin}. */
    void addGroups(boolean[] stateless) {
        brought = Arrays.copyOf(brought, stateless.length);
        if (open) {
            decoder.addGroups(stateless);
        }
    }

    /** Whether it may be what somebody recorded and sends again. */
    boolean mayBeReplay(long nowNanos) {
        return doubt.persists(nowNanos);
    }

    /** The MBU tells when its path is to be left; a replay tells nothing. */
    void pathEnds(Control.PathEnd told, long nowNanos) {
        if (!mayBeReplay(nowNanos)) {
            by().ends(told, nowNanos);
        }
    }

    ByteBuffer bytes() {
        return bytes;
    }

    /** Who read the bytes and can decode what is cheap. */
    @Nullable
    Thread reader() {
        return reader;
    }

    List<Runnable> cheapTurns() {
        return cheapTurns;
    }

    /** The next bytes may come. */
    void goOn() {
        done.run();
    }

    /** What {@link #goOn} does. */
    Runnable goingOn() {
        return done;
    }

    DataPeer peer() {
        return peer;
    }

    FrameDecoder decoder() {
        return decoder;
    }

    boolean open() {
        return open;
    }

    void shut() {
        if (open) {
            by().ended();
        }
        open = false;
    }

    /** The path that it uses; known from {@link #begin} on. */
    PathReception by() {
        return Objects.requireNonNull(by);
    }

    boolean bodyEnded() {
        return bodyEnded;
    }

    void bodyEndedNow() {
        bodyEnded = true;
    }

    /** The record of the group must reach this number before the answer. */
    void bring(int group, long nextSequence) {
        brought[group] = Math.max(brought[group], nextSequence);
    }

    long brought(int group) {
        return brought[group];
    }

    /** The time requests that came on it and have no answer yet; none afterwards. */
    List<PendingTime> takeTimes() {
        List<PendingTime> taken = List.copyOf(times);
        times.clear();
        return taken;
    }

    void keep(PendingTime time) {
        if (times.size() < MAX_TIMES) {
            times.add(time);
        }
    }

    /** Takes note of what the last bytes left behind: a frame that began, or none. */
    void touched(long nowNanos, boolean frameCompleted) {
        boolean pending = decoder.pendingBytes() > 0;
        if (frameCompleted) {
            lastFrameNanos = nowNanos;
        }
        if (pending && (!dirty || frameCompleted)) {
            firstPendingNanos = nowNanos;
        }
        dirty = pending;
        pendingBytes = decoder.pendingBytes();
    }

    /** Bytes of an incomplete frame that were held after the last bytes came. */
    int pendingBytes() {
        return pendingBytes;
    }

    /** The MBU has fallen silent: its connection may be dead. */
    void suspend() {
        suspension.begin();
    }

    /** One of the requests that stayed open goes on. The rest of an incomplete frame is on its way only now. */
    void resume(long nowNanos, long heldUntilNanos) {
        if (suspension.isSuspended()) {
            heldUpUntil(nowNanos);
        }
        suspension.end(heldUntilNanos);
    }

    boolean isSuspended() {
        return suspension.isSuspended();
    }

    /** Whether nobody may read commands in its answer: the connection may be dead, or it may be what somebody recorded and sends again. */
    boolean holdsCommands(long nowNanos) {
        return suspension.holdsCommands(nowNanos) || mayBeReplay(nowNanos);
    }

    /** How long an incomplete frame has been waiting for its end; 0 if there is none. */
    long incompleteForNanos(long nowNanos) {
        return dirty && !bodyEnded ? nowNanos - firstPendingNanos : 0;
    }

    /** The host or a silence held the body up until now. */
    void heldUpUntil(long nowNanos) {
        firstPendingNanos = nowNanos;
    }

    long lastFrameNanos() {
        return lastFrameNanos;
    }
}
