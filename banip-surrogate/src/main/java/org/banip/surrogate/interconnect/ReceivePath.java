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
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.store.Store.CommitListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The walk of a byte through the host, one stage after the other: frames → session → chain decode → store → acknowledge; and
 * from the chain → surrogate → live subscribers. The stages stand below in this order.
 *
 * <p>Guarded by the monitor of what the stages share, which is held for memory work only: decoding and storing are done without it, by one
 * thread per group at a time. Back-pressure: while the store has no room nothing is read; while a decoder is slow or is brought in step,
 * other groups go on, until {@link #MOST_WAITING_BYTES} wait.
 */
final class ReceivePath implements DataRequest.Receiver {
    private static final Logger LOG = ServerLog.of(ReceivePath.class);

    /** Windows of the longest packets in all groups would take a gibibyte (docs/protocol.md, "Limits"). */
    private static final long MOST_EARLY_BYTES = 16L << 20;

    /** A decoder's buffers and an incomplete frame up to this size take none of the quota. */
    private static final int FREE_BYTES = 65_536;

    /** So much may wait for the decoders of all groups before the data requests are held up: one group's decoder stops no other group. */
    private static final long MOST_WAITING_BYTES = 256 << 10;

    /** What takes longer to decode goes to the decoders' own threads. */
    private static final long CHEAP_NANOS = 1_000_000;

    private final InterconnectParts shared;
    private final HostParts parts;
    private final List<GroupReception> receptions;
    private final DataRequests requests;
    private final String id;
    private final Resynchronisation resynchronisation;
    private final MemoryQuota.Account memory;
    private final double bytesPerSecond;
    private final DecodeStage decoding;
    private final AtomicBoolean commitNoted = new AtomicBoolean();

    private boolean roomAwaited;
    private long frames;
    private long bodyBytes;
    private long lastFrameNanos;

    ReceivePath(InterconnectParts shared) {
        this.shared = shared;
        parts = shared.parts;
        receptions = shared.receptions;
        requests = shared.requests;
        id = shared.id();
        bytesPerSecond = Quotas.bytesPerSecond(shared.record.ban());
        memory = parts.memory().open(shared.record.identity());
        resynchronisation = new Resynchronisation(shared, this::goOn);
        decoding = new DecodeStage(shared, this, resynchronisation, new Commits());
        lastFrameNanos = shared.surrogate.activatedNanos();
    }

    // Stage 1: bytes of a body → frames.

    @Override
    public boolean take(DataRequest request, byte[] bytes, int offset, int length) {
        List<GroupReception> owned;
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
            receptions.forEach(GroupReception::dropEarly);
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
        for (GroupReception reception : receptions) {
            bytes += reception.earlyBytes()
                    + reception.waitingBytes()
                    + Math.max(0, reception.decodedBytes() - FREE_BYTES);
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
        GroupReception reception = receptions.get(item.group());
        item.requireFits(reception.group());
        requireRoomToWait(item, reception);
        reception.sequence(new Arrival(item, request, lastFrameNanos));
        request.bring(item);
    }

    private void requireRoomToWait(Sequenced item, GroupReception reception) {
        if (!(item instanceof Packet packet)) {
            return;
        }
        long decoded = (long) packet.header().unitCount() * reception.group().setBytes();
        if (decoded > FREE_BYTES && decoded > reception.decodedBytes()) {
            memory.require(
                    decoded - reception.decodedBytes(),
                    "packet " + item.sequence() + " of group " + item.group() + ", which decodes to " + decoded
                            + " bytes,");
        }
        if (item.sequence() <= reception.next()) {
            return;
        }
        memory.require(packet.payload().length, "packet " + item.sequence() + " of group " + item.group());
        long bytes = packet.payload().length;
        for (GroupReception each : receptions) {
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
        if (shared.liveness.heard(parts.clock().monotonicNanos())) {
            LOG.info("{}: resumed", id);
            parts.subscribers().resumed(shared.surrogate);
        }
    }

    // Stages 3 and 4: session → chain decode → store, per group and without the lock: see DecodeStage.

    /** The groups that have something to decode; the caller owns them now. */
    private List<GroupReception> ownReady() {
        if (shared.liveness.state() == SurrogateState.ENDED || resynchronisation.interrupted()) {
            return List.of();
        }
        List<GroupReception> ready = List.of();
        for (GroupReception reception : receptions) {
            if (reception.ready() && !roomAwaited) {
                reception.own();
                resynchronisation.offered();
                ready = ready.isEmpty() ? new ArrayList<>() : ready;
                ready.add(reception);
            }
        }
        return ready;
    }

    /** What is cheap is decoded at once, what is not on the decoders' own threads. */
    private void decode(List<GroupReception> owned, boolean here) {
        for (GroupReception reception : owned) {
            if (here && reception.estimatedNanos() < CHEAP_NANOS) {
                decoding.run(reception);
            } else {
                parts.workers().decode(() -> decoding.run(reception));
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
        for (GroupReception reception : receptions) {
            bytes += reception.waitingBytes();
        }
        return bytes;
    }

    // Stage 5: store → acknowledge. Nothing is acknowledged before it is durable.

    /** On the store's writer thread: takes note and returns. */
    private final class Commits implements CommitListener {
        @Override
        public void committed(Sequenced item) {
            shared.acknowledged.durable(item.group(), item.nextSequence());
            resynchronisation.settled();
            noteCommit();
        }

        @Override
        public void failed(Sequenced item, BanipException cause) {
            resynchronisation.failed(cause);
            resynchronisation.settled();
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
            if (resynchronisation.takeFailure()) {
                receptions.forEach(reception -> reception.dropWaiting(List.of()));
                forgetIfAlone();
            }
            resynchronisation.check();
            shared.reverse.acknowledge();
            answers = requests.answers();
        }
        answers.forEach(Runnable::run);
    }

    /** Again for what could not be done before. */
    void tick() {
        resynchronisation.check();
        forgetIfAlone();
    }

    /** Whether what the MBU sent is being decoded now. */
    boolean decoding() {
        for (GroupReception reception : receptions) {
            if (reception.busy()) {
                return true;
            }
        }
        return false;
    }

    /** Whether data requests can be served now. */
    void checkStorage() {
        resynchronisation.checkStorage();
    }

    /** Ends the walk; what was given to the store goes on there. */
    void stop() {
        receptions.forEach(GroupReception::close);
        receptions.forEach(GroupReception::dropEarly);
        memory.close();
        resynchronisation.stop();
    }

    /** Completed when, after the end, the store has settled all that it was given. */
    CompletableFuture<@Nullable Void> settled() {
        return resynchronisation.allSettled();
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
