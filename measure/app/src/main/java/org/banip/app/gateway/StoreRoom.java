package org.banip.app.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How much of a store's bound is used. It is measured about once a second; what is offered in between is added. Beyond the bound nothing is taken, as
 * long as something waits that will make room. Any thread; guarded by its monitor, which nobody holds while a task runs or the store is asked.
 */
final class StoreRoom {
    /** What a row has beside its payload, about. */
    private static final int ROW_BYTES = 64;

    private final long bound;
    private final LongSupplier usedBytes;
    private final BooleanSupplier somethingWaits;

    private final List<Runnable> waiters = new ArrayList<>();
    private long used;
    private boolean makesRoom = true;

    /**
     * Nothing is used before the first measurement.
     *
     * @param bound most bytes
     * @param usedBytes measures; may take a while
     * @param somethingWaits whether the feed has something to give on, after which the store is shorter
     */
    StoreRoom(long bound, LongSupplier usedBytes, BooleanSupplier somethingWaits) {
        this.bound = bound;
        this.usedBytes = usedBytes;
        this.somethingWaits = somethingWaits;
    }

    synchronized boolean isFull() {
        return makesRoom && used >= bound;
    }

    synchronized void took(int payloadBytes) {
        used += payloadBytes + ROW_BYTES;
    }

    /** Keeps the task until there is room. Returns false if there is. */
    synchronized boolean keeps(Runnable task) {
        return isFull() && waiters.add(task);
    }

    /** Looks how much is used now, and lets those go on that wait for room, if there is. */
    void measure() {
        long now = usedBytes.getAsLong();
        boolean waits = somethingWaits.getAsBoolean();
        List<Runnable> goOn = new ArrayList<>();
        synchronized (this) {
            used = now;
            makesRoom = waits;
            if (!isFull()) {
                goOn.addAll(waiters);
                waiters.clear();
            }
        }
        goOn.forEach(Runnable::run);
    }

    /** Lets all go on that wait, for the end. */
    void open() {
        List<Runnable> goOn;
        synchronized (this) {
            makesRoom = false;
            goOn = new ArrayList<>(waiters);
            waiters.clear();
        }
        goOn.forEach(Runnable::run);
    }
}
