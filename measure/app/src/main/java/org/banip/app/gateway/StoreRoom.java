package org.banip.app.gateway;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.banip.core.error.BanipException;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * How much of a store's bound is used. It is measured about once a second; what is offered in between is added. Beyond the bound nothing is taken, as
 * long as something waits that will make room; otherwise up to a quarter of the bound between two measurements. Any thread; guarded by its monitor,
 * which nobody holds while a task runs or the store is asked.
 */
final class StoreRoom {
    private static final Logger LOG = ServerLog.of(StoreRoom.class);
    /** What a row has beside its payload, about. */
    private static final int ROW_BYTES = 64;

    private final long bound;
    private final int mostWaiters;
    private final LongSupplier usedBytes;
    private final BooleanSupplier somethingWaits;

    /** The oldest one first. */
    private final Queue<Runnable> waiters = new ArrayDeque<>();

    private long used;
    /** What may be used until the next measurement. */
    private long most;
    /** What was offered so far. */
    private long taken;

    /**
     * Nothing is used before the first measurement.
     *
     * @param bound most bytes
     * @param mostWaiters most tasks that are kept: at least as many as can still be wanted, because beyond that the oldest one is run early
     * @param usedBytes measures; may take a while
     * @param somethingWaits whether the feed has something to give on, after which the store is shorter
     */
    StoreRoom(long bound, int mostWaiters, LongSupplier usedBytes, BooleanSupplier somethingWaits) {
        this.bound = bound;
        most = bound;
        this.mostWaiters = mostWaiters;
        this.usedBytes = usedBytes;
        this.somethingWaits = somethingWaits;
    }

    synchronized boolean isFull() {
        return used >= most;
    }

    synchronized void took(int payloadBytes) {
        used += payloadBytes + ROW_BYTES;
        taken += payloadBytes + ROW_BYTES;
    }

    /**
     * Keeps the task until there is room. Returns false if there is. A session that has ended leaves its task here; with too many of them the oldest
     * one is run: its session waits anew if it still wants room.
     */
    boolean awaitRoom(Runnable task) {
        Optional<Runnable> early = Optional.empty();
        synchronized (this) {
            if (!isFull()) {
                return false;
            }
            waiters.add(task);
            if (waiters.size() > mostWaiters) {
                early = Optional.of(waiters.remove());
            }
        }
        early.ifPresent(StoreRoom::run);
        return true;
    }

    /** Looks how much is used now, and lets those go on that wait for room, if there is. What fails is logged; then the last measurement counts. */
    void measure() {
        long now;
        boolean waits;
        long before = taken();
        try {
            now = usedBytes.getAsLong();
            waits = somethingWaits.getAsBoolean();
        } catch (BanipException e) { // the host's log says what is wrong with the store
            LOG.debug("- the room of the store of BANip devices is not known: {}", e.getMessage());
            return;
        } catch (RuntimeException e) { // must not end the timer that measures
            LOG.error("- internal error, the room of the store of BANip devices is not known", e);
            return;
        }
        List<Runnable> goOn = new ArrayList<>();
        synchronized (this) {
            used = now + taken - before;
            most = waits ? bound : Math.max(bound, now + bound / 4);
            if (!isFull()) {
                goOn.addAll(waiters);
                waiters.clear();
            }
        }
        goOn.forEach(StoreRoom::run);
    }

    private synchronized long taken() {
        return taken;
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) { // must not keep the others from going on
            LOG.error(
                    "- internal error, a session that waited for room in the store of BANip devices does not go on", e);
        }
    }
}
