package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.core.transcoding.spi.Block;
import org.banip.surrogate.store.Store.CommitListener;
import org.banip.surrogate.subscriber.SensorData;
import org.banip.surrogate.subscriber.Subscribers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The walk of a byte through the host, one stage after the other: frames → session → chain decode → store → acknowledge; and
 * from the chain → surrogate → live subscribers. The stages stand below in this order.
 *
 * <p>Guarded by the monitor of what the stages share. Back-pressure: while the store has no room, or a decoder is brought in step, items in
 * order wait in {@code awaiting} and the data requests are not read; so no more waits than was read at that moment.
 */
final class ReceivePath {
    private static final Logger LOG = LoggerFactory.getLogger(ReceivePath.class);

    /** Windows of the longest packets in all groups would take a gibibyte (docs/protocol.md, "Limits"). */
    private static final long MOST_EARLY_BYTES = 16L << 20;

    /** A decoder's buffers and an incomplete frame up to this size take none of the quota. */
    private static final int FREE_BYTES = 65_536;

    private final Shared shared;
    private final HostParts parts;
    private final List<GroupLane> lanes;
    private final DataRequests requests;
    private final String id;
    private final Recovery recovery;
    private final MemoryQuota.Account memory;
    private final double bytesPerSecond;
    private final CommitListener commits = new Commits();
    private final AtomicBoolean commitNoted = new AtomicBoolean();

    private final ArrayDeque<Arrival> awaiting = new ArrayDeque<>();
    private boolean roomAwaited;
    private long frames;
    private long bodyBytes;
    /** Bytes of sensor sets decoded since the last bytes of a body came. */
    private long sensorBytes;

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
        lastFrameNanos = shared.surrogate.activatedNanos();
    }

    // Stage 1: bytes of a body → frames.

    boolean take(DataRequest request, byte[] bytes, int offset, int length) {
        synchronized (shared) {
            if (!request.open()) {
                return false;
            }
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
            memory.holds(heldBytes());
            parts.quotas().take(shared.record.identity(), length, sensorBytes / bytesPerSecond);
            sensorBytes = 0;
            if (request.open() && !awaiting.isEmpty()) {
                requests.holdUp(request);
            }
            return request.open() && awaiting.isEmpty();
        }
    }

    void end(DataRequest request) {
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

    void close(DataRequest request) {
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
            bytes += lane.earlyBytes() + Math.max(0, lane.decodedBytes() - FREE_BYTES);
        }
        for (Arrival arrival : awaiting) {
            bytes += arrival.payloadBytes();
        }
        return bytes;
    }

    private void failOfOurs(DataRequest request, RuntimeException e) {
        LOG.error("{}: the receive path failed", id, e);
        requests.fault(request, new BanipException(ErrorCode.INTERNAL, "the host failed, " + id, e));
    }

    // Stage 2: frames → session: liveness, duplicates, order, gaps.

    void session(DataRequest request, Sequenced item) {
        if (!request.open()) {
            return;
        }
        frame();
        GroupLane lane = lanes.get(item.group());
        item.requireFits(lane.group());
        requireRoomToWait(item, lane);
        lane.sequence(new Arrival(item, request, lastFrameNanos), awaiting::add);
        request.bring(item);
        advance();
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

    void control(DataRequest request, Control frame) {
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

    // Stage 3: session → chain decode, which validates.

    private void advance() {
        boolean goesOn = true;
        while (goesOn && !awaiting.isEmpty()) {
            Arrival arrival = awaiting.element();
            GroupLane lane = lanes.get(arrival.item().group());
            if (lane.outOfStep()) {
                recovery.check();
                goesOn = false;
            } else if (decodes(lane, arrival)) {
                goesOn = stored(lane, arrival);
            }
        }
    }

    private boolean decodes(GroupLane lane, Arrival arrival) {
        try {
            lane.decode(arrival.item());
            return true;
        } catch (BanipException e) {
            if (e.getCause() != null && !(e.getCause() instanceof BanipException)) {
                LOG.error("{}: a decoder failed, {}", id, e.getMessage(), e.getCause());
            }
            int group = arrival.item().group();
            awaiting.remove();
            List<Arrival> behind = awaiting.stream()
                    .filter(other -> other.item().group() == group)
                    .toList();
            awaiting.removeIf(other -> other.item().group() == group);
            lane.refuse(arrival.item(), behind);
            requests.fault(arrival, e);
            return false;
        }
    }

    // Stage 4: chain decode → store.

    private boolean stored(GroupLane lane, Arrival arrival) {
        recovery.offered();
        boolean taken = false;
        try {
            taken = parts.store().offer(shared.record, arrival.item(), arrival.receivedNanos(), commits);
        } catch (BanipException e) {
            recovery.failed(e);
            noteCommit();
        } catch (RuntimeException e) {
            LOG.debug("{}: the store failed", id, e);
            recovery.failed(new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE, "the store failed unexpectedly: " + e.getMessage(), e));
            noteCommit();
        }
        if (taken) {
            awaiting.remove();
            live(lane, arrival);
        } else {
            recovery.settled();
            awaitRoom();
        }
        return taken;
    }

    private void awaitRoom() {
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

    /** What held the requests up may be over. */
    private void goOn() {
        advance();
        memory.holds(heldBytes());
        if (awaiting.isEmpty()) {
            requests.resumeAll(parts.clock().monotonicNanos());
        }
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

    private void noteCommit() {
        if (commitNoted.compareAndSet(false, true)) {
            parts.workers().soon(this::acknowledge);
        }
    }

    private void acknowledge() {
        commitNoted.set(false);
        Iterable<Runnable> answers;
        synchronized (shared) {
            if (recovery.takeFailure()) {
                awaiting.clear();
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

    /** Whether data requests can be served now. */
    void checkStorage() {
        recovery.checkStorage();
    }

    // Stage 6: chain decode → surrogate → live subscribers.

    private void live(GroupLane lane, Arrival arrival) {
        Block block = lane.accepted(arrival);
        sensorBytes += block == null ? 0 : block.length();
        Subscribers subscribers = parts.subscribers();
        if (arrival.item() instanceof Gap gap) {
            LOG.info("{}: gap of {} units in group {}: {}", id, gap.unitCount(), gap.group(), gap.reason());
            subscribers.gap(shared.surrogate, gap);
        } else if (block != null && subscribers.wanted(shared.surrogate.session())) {
            byte[] copy = Arrays.copyOf(block.bytes(), block.length());
            Packet packet = (Packet) arrival.item();
            subscribers.deliver(
                    new SensorData(shared.surrogate, packet.header(), lane.layout(), copy, arrival.receivedNanos()));
        }
    }

    /** Ends the walk; what was given to the store goes on there. */
    void stop() {
        awaiting.clear();
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
