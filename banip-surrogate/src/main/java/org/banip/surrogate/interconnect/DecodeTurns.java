package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SurrogateState;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Gives each group its turns at its decoder: one thread at a time decodes a group, without the interconnect's serial executor, so groups do not
 * wait for each other and nothing waits for a decoder. What is cheap to decode is decoded by the thread that read it, other things on the
 * decoders' own pool. Owned by the interconnect's serial executor, but for what says otherwise.
 *
 * <p>Back-pressure: while the store has no room nothing is read; while a decoder is slow or is brought in step, other groups go on, until
 * {@link #MOST_WAITING_BYTES} wait.
 */
final class DecodeTurns {
    private static final Logger LOG = ServerLog.of(DecodeTurns.class);

    /** Bytes that may wait for the decoders of all groups before the data requests are held up: one group's decoder stops no other group. */
    private static final long MOST_WAITING_BYTES = 256 << 10;

    /** What takes longer to decode goes to the decoders' own threads. */
    private static final long CHEAP_NANOS = 1_000_000;

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final Resynchronisation resynchronisation;
    private final HeldMemory memory;
    private final double bytesPerSecond;
    private final List<DecodeTurn> turns = new ArrayList<>();

    private boolean roomAwaited;

    DecodeTurns(InterconnectParts shared, ReceivePath path, Resynchronisation resynchronisation, HeldMemory memory) {
        this.shared = shared;
        this.path = path;
        this.resynchronisation = resynchronisation;
        this.memory = memory;
        parts = shared.parts;
        bytesPerSecond = Quotas.bytesPerSecond(shared.record.ban());
        shared.receptions.forEach(reception -> turns.add(new DecodeTurn(reception, this::run, this::settle)));
    }

    /**
     * Begins the turns of the groups that have something to decode.
     *
     * @param here the thread that will run what is cheap, if it is the calling thread
     * @param cheap gets what that thread is to run
     */
    void begin(@Nullable Thread here, List<Runnable> cheap) {
        if (isStopped() || roomAwaited) {
            return;
        }
        for (int group = 0; group < turns.size(); group++) {
            DecodeTurn turn = turns.get(group);
            if (turn.reception.ready()) {
                boolean isCheap = turn.reception.estimatedNanos() < CHEAP_NANOS;
                turn.reception.own();
                resynchronisation.offered();
                begin(turn);
                if (isCheap && here == Thread.currentThread()) {
                    cheap.add(turn.run);
                } else {
                    parts.workers().decode(turn.run);
                }
            }
        }
    }

    private void begin(DecodeTurn turn) {
        turn.begin(parts.subscribers().wanted(shared.surrogate.session()));
    }

    private boolean isStopped() {
        return shared.liveness.state() == SurrogateState.ENDED || resynchronisation.interrupted();
    }

    /** Decodes and stores the items of a turn, and of those that follow while they are cheap. Any thread: it owns the group meanwhile. */
    void run(DecodeTurn turn) {
        Thread self = Thread.currentThread();
        do {
            turn.next = null;
            turn.worker = shared.executor.isOwner() ? null : self;
            boolean ended = false;
            try {
                path.decode(turn);
                ended = true;
            } finally {
                if (ended) {
                    shared.executor.execute(turn.settle);
                } else {
                    failed(turn);
                }
            }
        } while (turn.next == self);
    }

    /** Something failed that should not (memory, a bug): what was under way is not known, so all begins again where the store ends. */
    private void failed(DecodeTurn turn) {
        resynchronisation.failed(new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "the host failed while it decoded"));
        shared.executor.execute(() -> release(turn));
        path.noteCommit();
    }

    private void release(DecodeTurn turn) {
        turn.clear();
        turn.reception.release();
        resynchronisation.settled();
    }

    /** What came of a turn; then the group's next turn, or none. */
    private void settle(DecodeTurn turn) {
        GroupReception reception = turn.reception;
        boolean ended = shared.liveness.state() == SurrogateState.ENDED;
        count(turn);
        if (!ended) {
            path.deliver(turn);
        }
        if (isStopped()) {
            reception.dropWaiting(turn.rest());
        } else if (turn.refusal != null) {
            refused(turn, turn.refusal);
        } else {
            reception.putBack(turn.rest());
        }
        if (turn.full && !ended) {
            release(turn);
            awaitRoom();
        } else if (isStopped() || reception.outOfStep() || !reception.waits()) {
            release(turn);
            resynchronisation.check();
            goOn();
        } else {
            goOn(turn);
        }
    }

    private void count(DecodeTurn turn) {
        long sensorBytes = 0;
        for (int i = 0; i < turn.count(); i++) {
            turn.reception.accepted(turn.arrivals.get(i), turn.length(i));
            sensorBytes += turn.length(i);
        }
        parts.quotas().take(shared.record.identity(), 0, sensorBytes / bytesPerSecond);
    }

    private void refused(DecodeTurn turn, BanipException cause) {
        if (cause.getCause() != null && !(cause.getCause() instanceof BanipException)) {
            LOG.error("{}: a decoder failed, {}", shared.id(), cause.getMessage(), cause.getCause());
        }
        Arrival refused = turn.rest().get(0);
        turn.reception.refuse(refused, turn.rest().subList(1, turn.rest().size()));
        shared.requests.fault(refused, cause);
    }

    /** The same group goes on: on the thread that decoded, if what waits is cheap. */
    private void goOn(DecodeTurn turn) {
        boolean here = turn.worker == Thread.currentThread() && turn.reception.estimatedNanos() < CHEAP_NANOS;
        begin(turn);
        if (here) {
            turn.next = turn.worker;
        } else {
            parts.workers().decode(turn.run);
        }
    }

    /** The store has no room: nothing more is read or decoded until it has. */
    private void awaitRoom() {
        if (!roomAwaited) {
            roomAwaited = true;
            parts.store().whenRoom(() -> parts.workers().soon(() -> shared.executor.execute(this::room)));
        }
    }

    private void room() {
        roomAwaited = false;
        goOn();
    }

    /** What held the requests up may be over. */
    void goOn() {
        begin(null, List.of());
        memory.update();
        if (mayRead()) {
            shared.requests.resumeAll(parts.clock().monotonicNanos());
        }
    }

    /** Whether there is room for more. */
    boolean mayRead() {
        return !roomAwaited && memory.waitingBytes() < MOST_WAITING_BYTES;
    }

    /** Whether what the MBU sent is being decoded now. */
    boolean isBusy() {
        for (GroupReception reception : shared.receptions) {
            if (reception.busy()) {
                return true;
            }
        }
        return false;
    }
}
