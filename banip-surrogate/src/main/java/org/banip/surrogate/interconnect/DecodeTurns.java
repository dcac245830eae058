package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.PeerLog;
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
 * {@linkplain HeldMemory#mayWait as much waits as may}.
 */
final class DecodeTurns {
    private static final Logger LOG = ServerLog.of(DecodeTurns.class);

    /** What takes longer to decode goes to the decoders' own threads. */
    private static final long CHEAP_NANOS = 1_000_000;
    /**
     * Bytes of sensor sets that a thread for which other connections wait decodes at a time, all groups together: what earlier packets took is no
     * promise, and the slowest standard chain takes about 1 ms for them.
     */
    private static final long BRIEF_BYTES = 1_024;

    private final InterconnectParts shared;
    private final HostParts parts;
    private final ReceivePath path;
    private final Resynchronisation resynchronisation;
    private final HeldMemory memory;
    /** Of the BAN's signal. */
    private volatile double bytesPerSecond;

    private final PeerLog log;
    private final List<Turn> turns = new ArrayList<>();

    private boolean roomAwaited;

    DecodeTurns(InterconnectParts shared, ReceivePath path, Resynchronisation resynchronisation, HeldMemory memory) {
        this.shared = shared;
        this.path = path;
        this.resynchronisation = resynchronisation;
        this.memory = memory;
        parts = shared.parts;
        log = new PeerLog(parts.clock()::monotonicNanos, 1);
        addGroups();
    }

    /** Groups that have no turn yet get theirs. */
    void addGroups() {
        bytesPerSecond = Quotas.bytesPerSecond(shared.record.ban());
        for (int group = turns.size(); group < shared.receptions.size(); group++) {
            turns.add(new Turn(group, shared.receptions.get(group)));
        }
    }

    /** Runs the turns of one group, one after the other, and knows the thread that runs the present turn. */
    private final class Turn {
        final int group;
        final GroupReception reception;
        final GroupDecoder decoder;
        final Runnable run = () -> run(this);
        final Runnable settle = () -> settleOrFail(this);
        /** The thread that decodes, if it may be given the next turn as well; null if another thread must run it. */
        @Nullable
        Thread worker;

        /** Who was given the next turn. */
        @Nullable
        Thread next;

        /** Whether other connections wait for the thread of the present turn: it is given no other turn. */
        boolean brief;

        /** Counts the turns. */
        int number;

        Turn(int group, GroupReception reception) {
            this.group = group;
            this.reception = reception;
            decoder = reception.decoder();
        }
    }

    /**
     * Begins the turns of the groups that have something to decode.
     *
     * @param here the thread that will run what is cheap, if it is the calling thread
     * @param brief whether other connections wait for that thread
     * @param cheap gets what that thread is to run
     */
    void begin(@Nullable Thread here, boolean brief, List<Runnable> cheap) {
        if (isStopped() || roomAwaited) {
            return;
        }
        long nanosLeft = here == Thread.currentThread() ? CHEAP_NANOS : 0;
        long bytesLeft = brief ? BRIEF_BYTES : Long.MAX_VALUE;
        for (int group = 0; group < turns.size(); group++) {
            Turn turn = turns.get(group);
            if (turn.reception.ready()) {
                long nanos = turn.decoder.estimatedNanos();
                long bytes = turn.decoder.undecodedBytes();
                turn.reception.own();
                resynchronisation.offered();
                begin(turn);
                if (nanos < nanosLeft && bytes <= bytesLeft) {
                    nanosLeft -= nanos;
                    bytesLeft -= bytes;
                    turn.brief = brief;
                    cheap.add(turn.run);
                } else {
                    turn.brief = false;
                    parts.workers().decode(turn.run, nanos);
                }
            }
        }
    }

    private void begin(Turn turn) {
        boolean wanted = shared.watch.wants(turn.group) || parts.subscribers().wanted(shared.surrogate.session());
        turn.decoder.begin(wanted);
        turn.number++;
    }

    private boolean isStopped() {
        return shared.liveness.state() == SurrogateState.ENDED || resynchronisation.interrupted();
    }

    /** Decodes and stores the items of a turn, and of those that follow while they are cheap. Any thread: it owns the group meanwhile. */
    private void run(Turn turn) {
        Thread self = Thread.currentThread();
        do {
            turn.next = null;
            turn.worker = shared.executor.isOwner() ? null : self;
            try {
                path.decode(turn.decoder);
                shared.executor.execute(turn.settle);
            } catch (RuntimeException | Error e) {
                // It must not reach the calling thread: turns of other groups wait for that.
                LOG.error("{}: decoding failed", shared.id(), e);
                failed(turn);
            }
        } while (turn.next == self);
    }

    /** Something failed that should not (memory, a bug): what was under way is not known, so all begins again where the store ends. */
    private void failed(Turn turn) {
        resynchronisation.failed(new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "the host failed while it decoded"));
        shared.executor.execute(() -> release(turn));
        path.noteCommit();
    }

    /** A turn that never ended would keep its MBU alive and its record unread for ever. */
    private void settleOrFail(Turn turn) {
        int number = turn.number;
        try {
            settle(turn);
        } catch (RuntimeException | Error e) {
            LOG.error("{}: settling what was decoded failed", shared.id(), e);
            if (turn.reception.busy() && turn.number == number) {
                failed(turn);
            }
        }
    }

    private void release(Turn turn) {
        turn.decoder.clear();
        turn.reception.release();
        resynchronisation.settled();
    }

    /** What came of a turn; then the group's next turn, or none. */
    private void settle(Turn turn) {
        GroupReception reception = turn.reception;
        BanipException refusal = turn.decoder.refusal();
        boolean ended = shared.liveness.state() == SurrogateState.ENDED;
        count(turn);
        if (!ended) {
            path.deliver(reception);
        }
        if (isStopped()) {
            reception.order().dropWaiting(turn.decoder.rest());
        } else if (refusal != null) {
            refused(turn, refusal);
        } else {
            reception.order().putBack(turn.decoder.rest());
        }
        if (turn.decoder.full() && !ended) {
            release(turn);
            awaitRoom();
        } else if (isStopped() || reception.outOfStep() || !reception.order().waits()) {
            release(turn);
            resynchronisation.check();
            goOn();
        } else {
            goOn(turn);
            if (memory.mayReadOn()) {
                resume();
            }
        }
    }

    private void count(Turn turn) {
        long sensorBytes = 0;
        for (int i = 0; i < turn.decoder.count(); i++) {
            turn.reception.accepted(turn.decoder.arrival(i), turn.decoder.length(i));
            sensorBytes += turn.decoder.length(i);
        }
        parts.quotas().takeSignal(shared.record.identity(), shared.record.session(), sensorBytes / bytesPerSecond);
    }

    private void refused(Turn turn, BanipException cause) {
        if (cause.getCause() != null && !(cause.getCause() instanceof BanipException)) {
            log.happened(end ->
                    LOG.error("{}: a decoder failed, {}{}", shared.id(), cause.getMessage(), end, cause.getCause()));
        }
        List<Arrival> rest = turn.decoder.rest();
        Arrival refused = rest.get(0);
        turn.reception.refuse(refused, rest.subList(1, rest.size()));
        shared.requests.fault(refused, cause);
    }

    /** The same group goes on: on the thread that decoded, if what waits is cheap and no other connection waits for it. */
    private void goOn(Turn turn) {
        long nanos = turn.decoder.estimatedNanos();
        boolean here = turn.worker == Thread.currentThread() && !turn.brief && nanos < CHEAP_NANOS;
        begin(turn);
        if (here) {
            turn.next = turn.worker;
        } else {
            turn.brief = false;
            parts.workers().decode(turn.run, nanos);
        }
    }

    /** The store has no room: nothing more is read or decoded until it has. */
    private void awaitRoom() {
        if (!roomAwaited) {
            parts.store().whenRoom(() -> parts.workers().soon(() -> shared.executor.execute(this::room)));
            roomAwaited = true; // not if that failed: nobody would take it back
        }
    }

    private void room() {
        roomAwaited = false;
        goOn();
    }

    /** What held the requests up may be over. */
    void goOn() {
        begin(null, false, List.of());
        memory.update();
        resume();
    }

    private void resume() {
        if (mayRead()) {
            shared.requests.resumeAll(parts.clock().monotonicNanos());
        }
    }

    /** Whether there is room for more. */
    boolean mayRead() {
        return !roomAwaited && memory.mayWait();
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
