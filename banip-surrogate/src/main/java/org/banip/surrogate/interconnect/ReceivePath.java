package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.store.Store.CommitListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The walk of a byte through the host, one stage after the other: frames → session → chain decode → store → acknowledge; and
 * from the chain → surrogate → live subscribers. The stages stand below in this order.
 *
 * <p>Guarded by the monitor of what the stages share, which is held for memory work only: decoding and storing are done without it, by one
 * thread per group at a time. Back-pressure: while the store has no room nothing is read; while a decoder is slow or is brought in step,
 * other groups go on, until {@link #MOST_WAITING_BYTES} wait.
 */
final class ReceivePath implements DataRequest.Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(ReceivePath.class);

    /** Windows of the longest packets in all groups would take a gibibyte (docs/protocol.md, "Limits"). */
    private static final long MOST_EARLY_BYTES = 16L << 20;

    /** A decoder's buffers and an incomplete frame up to this size take none of the quota. */
    private static final int FREE_BYTES = 65_536;

    /** So much may wait for the decoders of all groups before the data requests are held up: one group's decoder stops no other group. */
    private static final long MOST_WAITING_BYTES = 256 << 10;

    /** What takes longer to decode goes to the decoders' own threads. */
    private static final long CHEAP_NANOS = 1_000_000;

    private final Shared shared;
    private final HostParts parts;
    private final List<GroupLane> lanes;
    private final DataRequests requests;
    private final String id;
    private final Recovery recovery;
    private final MemoryQuota.Account memory;
    private final double bytesPerSecond;
    private final DecodeStage decoding;
    private final AtomicBoolean commitNoted = new AtomicBoolean();

    private boolean roomAwaited;
    private long frames;
    private long bodyBytes;
    private long lastFrameNanos;

    ReceivePath(Shared shared) {
        this.shared = shared;
        parts = shared.parts;
        lanes = shared.lanes;
        requests = shared.requests;
        id = shared.id();
        bytesPerSecond = Quotas.bytesPerSecond(shared.record.ban());
        memory = parts.memory().open(shared.record.identity());
        recovery = new Recovery(shared, this::goOn);
        decoding = new DecodeStage(shared, this, recovery, new Commits());
        lastFrameNanos = shared.surrogate.activatedNanos();
    }

    // Stage 1: bytes of a body → frames.

    @Override
    public boolean take(DataRequest request, byte[] bytes, int offset, int length) {
        List<GroupLane> owned;
        synchronized (shared) {
            if (!request.open()) {
                return false;
            }
            feed(request, bytes, offset, length);
            owned = ownReady();
        }
        decode(owned, true);
        synchronized (shared) {
            memory.holds(heldBytes());
            parts.quotas().take(shared.record.identity(), length, decoding.takeSensorBytes() / bytesPerSecond);
            if (request.open() && !mayRead()) {
                requests.holdUp(request);
                return false;
            }
            return request.open();
        }
    }

    private void feed(DataRequest request, byte[] bytes, int offset, int length) {
        long framesBefore = frames;
        bodyBytes += length;
        try {
            parts.quotas().check(shared.record.identity());
            request.decoder().feed(bytes, offset, length);
            requireRoomForFrame(request);
        } catch (BanipException e) {
            requests.fault(request, e);
        } catch (RuntimeException e) {
            failOfOurs(request, e);
        }
        request.touched(parts.clock().monotonicNanos(), frames > framesBefore);
    }

    @Override
    public void end(DataRequest request) {
        Iterable<Runnable> answers;
        synchronized (shared) {
            if (!request.open()) {
                return;
            }
            try {
                request.decoder().end();
                request.bodyEndedNow();
                requests.awaitAnswer(request);
            } catch (BanipException e) {
                requests.fault(request, e);
            }
            answers = requests.answers();
        }
        answers.forEach(Runnable::run);
    }

    @Override
    public void close(DataRequest request) {
        synchronized (shared) {
            requests.remove(request);
            forgetIfAlone();
        }
    }

    /** What waits was not acknowledged: without a data request nobody waits for it, and it comes again on the next one. */
    private void forgetIfAlone() {
        if (requests.count() == 0) {
            lanes.forEach(GroupLane::dropEarly);
            memory.holds(heldBytes());
        }
    }

    private void requireRoomForFrame(DataRequest request) {
        int pending = request.decoder().pendingBytes();
        if (pending > FREE_BYTES && pending > request.pendingBytes()) {
            memory.require(pending - request.pendingBytes(), "an incomplete frame of " + pending + " bytes, " + id);
        }
    }

    private long heldBytes() {
        long bytes = requests.pendingBytes();
        for (GroupLane lane : lanes) {
            bytes += lane.earlyBytes() + lane.waitingBytes() + Math.max(0, lane.decodedBytes() - FREE_BYTES);
        }
        return bytes;
    }

    private void failOfOurs(DataRequest request, RuntimeException e) {
        LOG.error("{}: the receive path failed", id, e);
        requests.fault(request, new BanipException(ErrorCode.INTERNAL, "the host failed, " + id, e));
    }

    // Stage 2: frames → session: liveness, duplicates, order, gaps.

    @Override
    public void session(DataRequest request, Sequenced item) {
        if (!request.open()) {
            return;
        }
        frame();
        GroupLane lane = lanes.get(item.group());
        item.requireFits(lane.group());
        requireRoomToWait(item, lane);
        lane.sequence(new Arrival(item, request, lastFrameNanos));
        request.bring(item);
    }

    private void requireRoomToWait(Sequenced item, GroupLane lane) {
        if (!(item instanceof Packet packet)) {
            return;
        }
        long decoded = (long) packet.header().unitCount() * lane.group().setBytes();
        if (decoded > FREE_BYTES && decoded > lane.decodedBytes()) {
            memory.require(
                    decoded - lane.decodedBytes(),
                    "packet " + item.sequence() + " of group " + item.group() + ", which decodes to " + decoded
                            + " bytes,");
        }
        if (item.sequence() <= lane.next()) {
            return;
        }
        memory.require(packet.payload().length, "packet " + item.sequence() + " of group " + item.group());
        long bytes = packet.payload().length;
        for (GroupLane each : lanes) {
            bytes += each.earlyBytes();
        }
        if (bytes > MOST_EARLY_BYTES) {
            throw new BanipException(
                    ErrorCode.SEQUENCE_BEYOND_WINDOW,
                    "packet " + item.sequence() + " of group " + item.group() + " would make " + bytes
                            + " bytes wait for earlier packets, limit " + MOST_EARLY_BYTES);
        }
    }

    @Override
    public void control(DataRequest request, Control frame) {
        frame();
        if (frame instanceof Control.CommandResult result) {
            shared.commands.answered(result);
        } else if (frame instanceof Control.TimeRequest time) {
            answer(request, new PendingTime(time.sentNanos(), lastFrameNanos));
        } else if (!(frame instanceof Control.KeepAlive)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME, "a control frame came that goes to the MBU, not to the host, " + id);
        }
    }

    private void answer(DataRequest request, PendingTime time) {
        if (shared.reverse.any()) {
            shared.reverse.answer(time);
        } else {
            request.keep(time);
        }
    }

    private void frame() {
        frames++;
        lastFrameNanos = parts.clock().epochNanos();
        heard();
    }

    /** The MBU gave a sign of life. */
    void heard() {
        if (shared.life.heard(parts.clock().monotonicNanos())) {
            LOG.info("{}: resumed", id);
            parts.subscribers().resumed(shared.surrogate);
        }
    }

    // Stages 3 and 4: session → chain decode → store, per group and without the lock: see DecodeStage.

    /** The groups that have something to decode; the caller owns them now. */
    private List<GroupLane> ownReady() {
        if (shared.life.state() == SurrogateState.ENDED || recovery.interrupted()) {
            return List.of();
        }
        List<GroupLane> ready = List.of();
        for (GroupLane lane : lanes) {
            if (lane.ready() && !roomAwaited) {
                lane.own();
                recovery.offered();
                ready = ready.isEmpty() ? new ArrayList<>() : ready;
                ready.add(lane);
            }
        }
        return ready;
    }

    /** What is cheap is decoded at once, what is not on the decoders' own threads. */
    private void decode(List<GroupLane> owned, boolean here) {
        for (GroupLane lane : owned) {
            if (here && lane.estimatedNanos() < CHEAP_NANOS) {
                decoding.run(lane);
            } else {
                parts.workers().decode(() -> decoding.run(lane));
            }
        }
    }

    /** The store has no room: nothing more is read or decoded until it has. With the lock held. */
    void awaitRoom() {
        if (!roomAwaited) {
            roomAwaited = true;
            parts.store().whenRoom(() -> parts.workers().soon(this::room));
        }
    }

    private void room() {
        synchronized (shared) {
            roomAwaited = false;
            goOn();
        }
    }

    /** What held the requests up may be over. With the lock held. */
    void goOn() {
        decode(ownReady(), false);
        memory.holds(heldBytes());
        if (mayRead()) {
            requests.resumeAll(parts.clock().monotonicNanos());
        }
    }

    private boolean mayRead() {
        return !roomAwaited && waitingBytes() < MOST_WAITING_BYTES;
    }

    private long waitingBytes() {
        long bytes = 0;
        for (GroupLane lane : lanes) {
            bytes += lane.waitingBytes();
        }
        return bytes;
    }

    // Stage 5: store → acknowledge. Nothing is acknowledged before it is durable.

    /** On the store's writer thread: takes note and returns. */
    private final class Commits implements CommitListener {
        @Override
        public void committed(Sequenced item) {
            shared.acknowledged.durable(item.group(), item.nextSequence());
            recovery.settled();
            noteCommit();
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            recovery.failed(cause);
            recovery.settled();
            noteCommit();
        }
    }

    void noteCommit() {
        if (commitNoted.compareAndSet(false, true)) {
            parts.workers().soon(this::acknowledge);
        }
    }

    private void acknowledge() {
        commitNoted.set(false);
        Iterable<Runnable> answers;
        synchronized (shared) {
            if (recovery.takeFailure()) {
                lanes.forEach(lane -> lane.dropWaiting(List.of()));
                forgetIfAlone();
            }
            recovery.check();
            shared.reverse.acknowledge();
            answers = requests.answers();
        }
        answers.forEach(Runnable::run);
    }

    /** Again for what could not be done before. */
    void tick() {
        recovery.check();
        forgetIfAlone();
    }

    /** Whether what the MBU sent is being decoded now. */
    boolean decoding() {
        for (GroupLane lane : lanes) {
            if (lane.busy()) {
                return true;
            }
        }
        return false;
    }

    /** Whether data requests can be served now. */
    void checkStorage() {
        recovery.checkStorage();
    }

    /** Ends the walk; what was given to the store goes on there. */
    void stop() {
        lanes.forEach(GroupLane::close);
        lanes.forEach(GroupLane::dropEarly);
        memory.close();
        recovery.stop();
    }

    /** Completed when, after the end, the store has settled all that it was given. */
    CompletableFuture<@Nullable Void> settled() {
        return recovery.allSettled();
    }

    long frames() {
        return frames;
    }

    long bodyBytes() {
        return bodyBytes;
    }

    long lastFrameNanos() {
        return lastFrameNanos;
    }
}
