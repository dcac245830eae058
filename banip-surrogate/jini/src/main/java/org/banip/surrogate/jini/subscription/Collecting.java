package org.banip.surrogate.jini.subscription;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.banip.core.alert.AlertNotice;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.jini.remote.BatchWriter;
import org.banip.surrogate.jini.remote.EventBatch;
import org.jspecify.annotations.Nullable;

/**
 * Between the thread that takes events from the host's queue and the thread that sends: the batch that collects. When it is full, the first thread
 * waits, and the host's queue fills. Guarded by its monitor.
 */
final class Collecting implements SurrogateListener {
    /** At most, in UTF-8. */
    private static final int BYTES_PER_CHARACTER = 3;

    private final BatchRule rule;
    private final Consumer<SensorData> taken;
    private final BatchWriter batch = new BatchWriter();
    /** A change of state is in the batch: it does not wait for more events. */
    private boolean urgent;
    /** An event waits for room. */
    private boolean full;

    private long takenNanos = System.nanoTime() - TimeUnit.SECONDS.toNanos(1);
    private boolean last;
    private boolean closed;

    /**
     * An empty batch.
     *
     * @param taken is told of sensor sets that are in a batch
     */
    Collecting(BatchRule rule, Consumer<SensorData> taken) {
        this.rule = rule;
        this.taken = taken;
    }

    /**
     * A batch.
     *
     * @param complete whether the surrogate has disappeared, and nothing comes after this
     */
    record Taken(EventBatch batch, int events, boolean complete) {}

    /** Waits for the next batch; null when this is closed. */
    synchronized @Nullable Taken take() throws InterruptedException {
        while (!closed && !isReady()) {
            wait();
        }
        awaitPause();
        if (closed) {
            return null;
        }
        takenNanos = System.nanoTime();
        int events = batch.events();
        Taken taken = new Taken(batch.take(), events, last);
        urgent = false;
        full = false;
        notifyAll();
        return taken;
    }

    private void awaitPause() throws InterruptedException {
        long left = rule.pause().toNanos() - (System.nanoTime() - takenNanos);
        while (!closed && !urgent && !isFull() && left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = rule.pause().toNanos() - (System.nanoTime() - takenNanos);
        }
    }

    private boolean isReady() {
        return batch.events() >= rule.fewest() || urgent || isFull();
    }

    private boolean isFull() {
        return full || batch.events() >= rule.most() || batch.bytes() >= rule.mostBytes();
    }

    /** Frees both threads; what has collected is dropped. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** Waits for room; false if there will be none. */
    private boolean awaitRoom(int bytes) {
        try {
            while (!closed && !last && !hasRoom(bytes)) {
                full = true;
                notifyAll();
                wait();
            }
            return !closed && !last;
        } catch (InterruptedException e) {
            // The host ends the subscription.
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean hasRoom(int bytes) {
        return batch.events() == 0
                || batch.events() < rule.most()
                        && (long) batch.bytes() + bytes <= rule.mostBytes()
                        && batch.hasRoomFor(bytes);
    }

    private void added(boolean isUrgent) {
        urgent |= isUrgent;
        if (batch.events() == rule.fewest() || urgent || isFull()) {
            notifyAll();
        }
    }

    @Override
    public synchronized void appeared(SurrogateDescription surrogate) {
        if (awaitRoom(0)) {
            batch.appeared(surrogate);
            added(true);
        }
    }

    @Override
    public synchronized void delivered(SensorData data) {
        if (awaitRoom(data.length())) {
            batch.delivered(data);
            taken.accept(data);
            added(false);
        }
    }

    @Override
    public synchronized void gap(SurrogateDescription surrogate, Gap gap) {
        if (awaitRoom(0)) {
            batch.gap(surrogate, gap);
            added(false);
        }
    }

    @Override
    public synchronized void missed(SurrogateDescription surrogate, long packets, long units) {
        if (awaitRoom(0)) {
            batch.missed(surrogate, packets, units);
            added(false);
        }
    }

    @Override
    public synchronized void silent(SurrogateDescription surrogate) {
        if (awaitRoom(0)) {
            batch.silent(surrogate);
            added(true);
        }
    }

    @Override
    public synchronized void resumed(SurrogateDescription surrogate) {
        if (awaitRoom(0)) {
            batch.resumed(surrogate);
            added(true);
        }
    }

    @Override
    public synchronized void told(SurrogateDescription surrogate, long atNanos, String text) {
        if (awaitRoom(BYTES_PER_CHARACTER * text.length())) {
            batch.told(surrogate, atNanos, text);
            added(true);
        }
    }

    @Override
    public synchronized void alert(SurrogateDescription surrogate, AlertNotice step) {
        if (awaitRoom(BYTES_PER_CHARACTER * step.json().length())) {
            batch.alert(surrogate, step);
            added(true);
        }
    }

    @Override
    public synchronized void missedAlerts(SurrogateDescription surrogate, long steps) {
        if (awaitRoom(0)) {
            batch.missedAlerts(surrogate, steps);
            added(true);
        }
    }

    @Override
    public synchronized void disappeared(SurrogateDescription surrogate, Disappearance reason) {
        if (awaitRoom(0)) {
            batch.disappeared(surrogate, reason);
            last = true;
            added(true);
        }
    }
}
