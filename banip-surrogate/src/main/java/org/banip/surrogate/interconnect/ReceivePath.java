package org.banip.surrogate.interconnect;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameHandler;
import org.banip.core.packet.Gap;
import org.banip.core.packet.Packet;
import org.banip.core.packet.Sequenced;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.PathStatistics;
import org.banip.surrogate.api.SensorData;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The walk of a byte through the host. The stages stand below in their order:
 *
 * <ol>
 *   <li>frames: bytes of a body become packets, gaps and control frames;
 *   <li>session: liveness, duplicates, order, gaps;
 *   <li>decode: the chain is undone, which validates;
 *   <li>store;
 *   <li>acknowledge, once it is durable;
 *   <li>detectors, surrogate and live subscribers.
 * </ol>
 *
 * <p>Stages 1, 2, 5 and 6 run on the interconnect's serial executor. Stages 3 and 4 run outside it, on one thread at a time for each group:
 * {@link DecodeTurns} gives the turns, and holds up the reading where there is no room.
 */
final class ReceivePath implements DataRequest.Path, GroupDecoder.Next {
    private static final Logger LOG = ServerLog.of(ReceivePath.class);

    private final InterconnectParts shared;
    private final HostParts parts;
    private final Resynchronisation resynchronisation;
    private final SignsOfLife signs;
    private final HeldMemory memory;
    private final DecodeTurns turns;
    private final GapLog gapLog;
    private final Commits commits;

    private long frames;
    private long bodyBytes;
    private volatile long lastFrameNanos;

    /** {@code gone} runs on a worker when the store keeps nothing of the interconnect for this host any more. */
    ReceivePath(InterconnectParts shared, Consumer<Disappearance> gone) {
        this.shared = shared;
        parts = shared.parts;
        signs = new SignsOfLife(shared);
        memory = new HeldMemory(shared);
        gapLog = new GapLog(shared.id(), parts.clock());
        resynchronisation = new Resynchronisation(shared, this::goOn, gone);
        commits = new Commits(shared, resynchronisation, this::acknowledge);
        turns = new DecodeTurns(shared, this, resynchronisation, memory);
        lastFrameNanos = shared.surrogate.activatedNanos();
    }

    /** Stages 1 and 2, and the turns at the decoders that follow from them. */
    @Override
    public void intake(DataRequest request) {
        if (!request.open()) {
            return;
        }
        try {
            take(request);
        } catch (RuntimeException | Error e) {
            shared.requests.failed(request, e);
        }
    }

    private void take(DataRequest request) {
        frames(request, request.bytes());
        turns.begin(request.reader(), request.peer().readsBriefly(), request.cheapTurns());
        memory.update();
        if (request.open() && turns.mayRead()) {
            request.goOn();
        } else if (request.open()) {
            shared.requests.holdUp(request);
        }
    }

    // Stage 1, frames.

    private void frames(DataRequest request, ByteBuffer bytes) {
        long framesBefore = frames;
        int length = bytes.remaining();
        bodyBytes += length;
        request.by().took(length, parts.clock().monotonicNanos());
        try {
            parts.quotas().takeBytes(shared.record.identity(), shared.record.session(), length);
            request.decoder().feed(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
            memory.requireRoomForFrame(request);
        } catch (BanipException e) {
            shared.requests.fault(request, e);
        }
        request.touched(parts.clock().monotonicNanos(), frames > framesBefore);
    }

    @Override
    public FrameHandler framesOf(DataRequest request) {
        return new FrameHandler() {
            @Override
            public void sequenced(Sequenced item) {
                session(request, item);
            }

            @Override
            public void control(Control frame) {
                ReceivePath.this.control(request, frame);
            }
        };
    }

    // Stage 2, session.

    private void session(DataRequest request, Sequenced item) {
        if (!request.open()) {
            return;
        }
        GroupReception reception = shared.receptions.get(item.group());
        frameCame();
        item.requireFits(reception.group());
        requireMemory(item, reception);
        boolean isNew = reception.order().offer(new Arrival(item, request, lastFrameNanos));
        shared.reverse.comes(request.by(), isNew);
        boolean mayBeReplay = !isNew && request.mayBeReplay(parts.clock().monotonicNanos());
        shared.paths.came(request.by(), item, isNew, item.sequence() < request.brought(item.group()), mayBeReplay);
        if (!isNew) {
            parts.counters().duplicate();
            signs.heardOn(request);
        } else {
            signs.heard(request); // Nobody could send it before.
        }
        request.bring(item.group(), item.nextSequence());
    }

    /** Most packets are in order and no longer than those before them: they need no memory that the host has not counted yet. */
    private void requireMemory(Sequenced item, GroupReception reception) {
        boolean early = item.sequence() > reception.order().next();
        if (item instanceof Packet packet) {
            int length = reception.lengthOf(packet);
            if (length > reception.longest()) {
                memory.takeRoomToDecode(packet, length, reception);
            }
            if (early) {
                memory.requireRoomInWindow(packet);
            }
        }
        if (early || memory.crowded()) {
            memory.requireRoomToWait(item);
        }
    }

    private void control(DataRequest request, Control frame) {
        frameCame();
        signs.heardOn(request);
        long now = parts.clock().monotonicNanos();
        if (frame instanceof Control.CommandResult result) {
            shared.commands.answered(result);
        } else if (frame instanceof Control.TimeRequest time) {
            shared.paths.asked(request.by(), lastFrameNanos - time.sentNanos(), now);
            answer(request, new PendingTime(time.sentNanos(), lastFrameNanos));
            if (isStoring()) {
                shared.reverse.acknowledgeNext();
            }
        } else if (frame instanceof Control.PathEnd end) {
            request.pathEnds(end, now);
        } else if (!(frame instanceof Control.KeepAlive)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_FRAME,
                    "a control frame came that goes to the MBU, not to the host, " + shared.id());
        }
    }

    /** Whether something was taken that is not durable yet. */
    private boolean isStoring() {
        for (int group = 0; group < shared.receptions.size(); group++) {
            if (shared.receptions.get(group).order().next() > shared.acknowledged.next(group)) {
                return true;
            }
        }
        return false;
    }

    private void answer(DataRequest request, PendingTime time) {
        if (!shared.reverse.answer(time, request.by())) {
            request.keep(time);
        }
    }

    private void frameCame() {
        frames++;
        lastFrameNanos = parts.clock().epochNanos();
    }

    // Stage 3, decode. On the thread that owns the group.

    /** Decodes the items of a group's turn; each goes on to stage 4. */
    void decode(GroupDecoder group) {
        group.decode(this);
    }

    @Override
    public boolean interrupted() {
        return resynchronisation.interrupted();
    }

    // Stage 4, store. On the same thread.

    @Override
    public boolean store(Arrival arrival) {
        resynchronisation.offered();
        boolean taken = false;
        try {
            taken = parts.store().offer(shared.record, arrival.item(), arrival.receivedNanos(), commits);
        } catch (BanipException e) {
            resynchronisation.failed(e);
            noteCommit();
        } catch (RuntimeException | Error e) {
            LOG.debug("{}: the store failed", shared.id(), e);
            resynchronisation.failed(new BanipException(
                    ErrorCode.STORAGE_UNAVAILABLE, "the store failed unexpectedly: " + e.getMessage(), e));
            noteCommit();
        }
        if (!taken) {
            resynchronisation.settled();
        }
        return taken;
    }

    // Stage 5, acknowledge. Nothing is acknowledged before it is durable.

    /** There is something to acknowledge, or a failure to tell. Any thread. */
    void noteCommit() {
        commits.note();
    }

    private void acknowledge() {
        commits.begin();
        if (resynchronisation.takeFailure()) {
            shared.receptions.forEach(reception -> reception.order().dropWaiting(List.of()));
            forgetIfAlone();
        }
        resynchronisation.check();
        boolean atOnce = commits.takeUrgency();
        shared.watch.tell();
        shared.reverse.acknowledge(atOnce);
        shared.requests.answer();
    }

    // Stage 6, detectors, surrogate and live subscribers.

    /** What a turn decoded goes to the detectors and the live subscribers. */
    void deliver(GroupReception reception) {
        GroupDecoder turn = reception.decoder();
        for (int i = 0; i < turn.count(); i++) {
            Arrival arrival = turn.arrival(i);
            boolean isNew = reception.isNewToSubscribers(arrival.item().nextSequence());
            byte @Nullable [] sets = turn.copy(i);
            if (arrival.item() instanceof Gap gap) {
                if (isNew) {
                    shared.watch.gap(gap);
                }
                gapLog.gap(gap);
                parts.subscribers().gap(shared.surrogate, gap);
            } else if (isNew && sets != null) {
                Packet packet = (Packet) arrival.item();
                if (shared.watch.wants(packet.group())) {
                    shared.watch.packet(packet.header(), sets);
                }
                parts.subscribers()
                        .deliver(new SensorData(
                                shared.surrogate, packet.header(), reception.layout(), sets, arrival.receivedNanos()));
            }
        }
        shared.watch.tell();
    }

    // What ends a body, a request, and the walk.

    @Override
    public void end(DataRequest request) {
        if (!request.open()) {
            return;
        }
        try {
            request.decoder().end();
            request.bodyEndedNow();
            shared.requests.awaitAnswer(request);
        } catch (BanipException e) {
            shared.requests.fault(request, e);
        } catch (RuntimeException | Error e) {
            shared.requests.failed(request, e);
        }
        shared.requests.answer();
    }

    @Override
    public void close(DataRequest request) {
        shared.requests.remove(request);
        forgetIfAlone();
    }

    /** What waits was not acknowledged: without a data request nobody waits for it, and it comes again on the next one. */
    private void forgetIfAlone() {
        if (shared.requests.count() == 0) {
            shared.receptions.forEach(reception -> reception.order().dropEarly());
            memory.update();
        }
    }

    private void goOn() {
        turns.goOn();
    }

    /** Again for what could not be done before. */
    void tick() {
        resynchronisation.check();
        forgetIfAlone();
    }

    /** The interconnect's parts have more groups. */
    void addGroups(MemoryQuota.Account decoders) {
        memory.add(decoders);
        turns.addGroups();
    }

    /** The walk's composition, for life cycle and status. */
    boolean holdsTooMuchToSuspend() {
        return memory.tooMuchToSuspend();
    }

    SignsOfLife signs() {
        return signs;
    }

    DecodeTurns turns() {
        return turns;
    }

    Resynchronisation resynchronisation() {
        return resynchronisation;
    }

    /** Ends the walk; what was given to the store goes on there. */
    void stop() {
        shared.receptions.forEach(GroupReception::close);
        memory.close();
        shared.detectorMemory.close();
        resynchronisation.stop();
    }

    long frames() {
        return frames;
    }

    long bodyBytes() {
        return bodyBytes;
    }

    /** Of an idle path a keep-alive comes in each interval; half of one more is for its delay. No path is silent while this host does not read. */
    List<PathStatistics> paths() {
        boolean waitsForHost = shared.requests.isAnyHeldUp();
        long patienceNanos =
                waitsForHost ? Long.MAX_VALUE : parts.liveness().keepAlive().toNanos() * 3 / 2;
        return shared.paths.statistics(parts.clock().monotonicNanos(), patienceNanos);
    }

    long lastFrameNanos() {
        return lastFrameNanos;
    }
}
