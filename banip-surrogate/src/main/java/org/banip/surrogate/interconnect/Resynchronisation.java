package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SurrogateState;
import org.banip.surrogate.store.InterconnectRecord;
import org.banip.surrogate.store.Store;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Brings an interconnect back in step with the store: one group after a packet that did not decode, all groups after the store failed. It
 * reads the record on a worker for replays, once the store has settled everything offered to it. Until it is done, data waits or is refused.
 *
 * <p>Any thread may report counts and the last failure; everything else is owned by the interconnect's serial executor.
 */
final class Resynchronisation {
    private static final Logger LOG = ServerLog.of(Resynchronisation.class);

    private final InterconnectParts shared;
    private final List<GroupReception> receptions;
    private final String id;
    private final Runnable done;
    private final Consumer<Disappearance> gone;
    private final PeerLog log;

    private final AtomicInteger unsettled = new AtomicInteger();
    private final AtomicReference<@Nullable BanipException> failure = new AtomicReference<>();
    private final CompletableFuture<@Nullable Void> allSettled = new CompletableFuture<>();
    private volatile boolean stopped;
    private volatile @Nullable BanipException lost;
    private boolean running;
    /** Whether it is to be found out if the MBU has gone to another host. */
    private boolean mayBeGone;

    /** Runs {@code done} after each success, and {@code gone}, on a worker, if the store keeps nothing of it for this host any more. */
    Resynchronisation(InterconnectParts shared, Runnable done, Consumer<Disappearance> gone) {
        this.shared = shared;
        this.done = done;
        this.gone = gone;
        receptions = shared.receptions;
        log = new PeerLog(shared.parts.clock()::monotonicNanos, 1);
        id = shared.id();
    }

    /** An item is about to be offered to the store. */
    void offered() {
        unsettled.incrementAndGet();
    }

    /** What became of it is known. */
    void settled() {
        if (unsettled.decrementAndGet() == 0 && stopped) {
            allSettled.complete(null);
        }
    }

    /** Nothing more is offered. */
    void stop() {
        stopped = true;
        if (unsettled.get() == 0) {
            allSettled.complete(null);
        }
    }

    /** Completed when, after the stop, everything offered is settled. */
    CompletableFuture<@Nullable Void> allSettled() {
        return allSettled;
    }

    /** The store could not keep something. */
    void failed(BanipException cause) {
        failure.compareAndSet(null, cause);
    }

    /** True if the store failed since the last call: what was on its way is given up, and the MBU has to send it again. */
    boolean takeFailure() {
        BanipException cause = failure.getAndSet(null);
        if (cause == null) {
            return false;
        }
        if (cause.code()
                != ErrorCode.UNKNOWN_INTERCONNECT) { // that is no failure of the store, and is logged when it is sure
            shared.parts.storageLog().failed(id, String.valueOf(cause.getMessage()));
        }
        lost = unavailable(cause);
        shared.requests.failAll(lost);
        return true;
    }

    private BanipException unavailable(BanipException cause) {
        return new BanipException(
                ErrorCode.STORAGE_UNAVAILABLE, "nothing can be stored now, " + id + ": " + cause.getMessage(), cause);
    }

    /** Whether the store failed: nothing more may be offered until all is in step again. Any thread. */
    boolean interrupted() {
        return lost != null || failure.get() != null;
    }

    /** Whether it has something to do that it tries again. */
    boolean pending() {
        if (running || mayBeGone || interrupted()) {
            return true;
        }
        for (int group = 0; group < receptions.size(); group++) {
            if (receptions.get(group).outOfStep()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Refuses data while the store's state is not known.
     *
     * @throws BanipException {@code STORAGE_UNAVAILABLE}
     */
    void checkStorage() {
        BanipException cause = lost;
        if (cause != null) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, String.valueOf(cause.getMessage()), cause);
        }
    }

    /** The MBU fell silent. It may have gone to another host, which this one would learn only from its next item. */
    void lookWhetherGone() {
        mayBeGone = true;
        check();
    }

    private void look() {
        if (!endIfGone()) {
            shared.executor.execute(() -> mayBeGone = false);
        }
    }

    /** Begins what is to be done and can be done now. */
    void check() {
        if (running || shared.liveness.state() == SurrogateState.ENDED) {
            return;
        }
        if (lost != null) {
            if (unsettled.get() == 0) {
                start(this::readAll);
            }
            return;
        }
        if (mayBeGone) {
            start(this::look);
            return;
        }
        for (int group = 0; group < receptions.size(); group++) {
            int index = group;
            GroupReception reception = receptions.get(group);
            if (reception.outOfStep()
                    && shared.acknowledged.next(group) >= reception.decoder().refused()) {
                start(() -> readOne(index, reception.decoder().refused()));
                return;
            }
        }
    }

    private void start(Runnable reading) {
        running = true;
        try {
            shared.parts.workers().replayInOrder(shared.record.session(), () -> run(reading));
        } catch (BanipException e) {
            log.happened(end -> LOG.warn("{}: {}{}", id, e.getMessage(), end));
            running = false;
        }
    }

    /** If it fails, the host's next tick tries again. */
    private void run(Runnable reading) {
        boolean succeeded = false;
        try {
            reading.run();
            succeeded = true;
        } catch (BanipException e) {
            shared.parts.storageLog().failed(id, "cannot read the record, trying again: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("{}: cannot read the record, trying again", id, e);
        } finally {
            boolean again = succeeded;
            shared.executor.execute(() -> {
                running = false;
                if (again) {
                    check();
                }
            });
        }
    }

    /** Why the store keeps nothing of it for this host any more; empty if it does. */
    static Optional<Disappearance> whyGone(Store store, InterconnectRecord record) {
        OptionalLong epoch = store.epoch(record);
        if (epoch.isEmpty()) {
            return Optional.of(Disappearance.REMOVED);
        }
        return epoch.getAsLong() == record.epoch() ? Optional.empty() : Optional.of(Disappearance.TAKEN_OVER);
    }

    private DecoderReplay replay(InterconnectRecord record) {
        return new DecoderReplay(shared.parts, record, id);
    }

    private void readOne(int group, long next) {
        DecoderReplay.Restored restored =
                replay(shared.record).restore(group, receptions.get(group).chain(), next);
        shared.executor.execute(() -> {
            if (shared.liveness.state() == SurrogateState.ENDED || lost != null) {
                restored.decoder().close();
                return;
            }
            receptions.get(group).restored(restored);
            done.run();
        });
    }

    private boolean endIfGone() {
        Optional<Disappearance> reason = whyGone(shared.parts.store(), shared.record);
        reason.ifPresent(why -> {
            LOG.warn(
                    "{}: {}; the MBU has to register again",
                    id,
                    why == Disappearance.REMOVED
                            ? "its record is no longer in the store"
                            : "another host has taken it over");
            gone.accept(why);
        });
        return reason.isPresent();
    }

    private void readAll() {
        if (endIfGone()) {
            return;
        }
        InterconnectRecord record = shared.record; // groups that are added later have nothing to restore
        long[] next = shared.parts.store().nextSequences(record);
        List<DecoderReplay.Restored> restored = replay(record)
                .restoreAll(receptions.stream().map(GroupReception::chain).toList(), next);
        shared.executor.execute(() -> {
            if (shared.liveness.state() == SurrogateState.ENDED) {
                restored.forEach(one -> one.decoder().close());
                return;
            }
            for (int group = 0; group < next.length; group++) {
                shared.acknowledged.durable(group, next[group]);
                receptions.get(group).restarted(restored.get(group));
            }
            lost = null;
            LOG.debug("{}: back in step with the store", id);
            done.run();
        });
    }
}
