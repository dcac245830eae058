package org.banip.mbu.stage;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.banip.mbu.spi.MbuEvent;
import org.banip.mbu.spi.MbuListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes events to the app's listener on the thread {@code banip-events}, so that no stage waits for the app. When too many events wait, new ones
 * are lost and counted. Acknowledgements are lost already when half that number waits.
 */
public final class EventDispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(EventDispatcher.class);
    private static final int CAPACITY = 1024;

    /** Empty if there is no listener. Then there is no thread either. */
    private final Optional<MbuListener> listener;

    private final BlockingQueue<MbuEvent> waiting = new ArrayBlockingQueue<>(CAPACITY);
    private final AtomicLong lost = new AtomicLong();
    private final StageThread thread;
    /** Whether an interrupt is meant to end the thread. */
    private volatile boolean closing;

    /** A dispatcher for this listener. */
    public EventDispatcher(Optional<MbuListener> listener, String threadSuffix) {
        this.listener = listener;
        thread = new StageThread("banip-events-" + threadSuffix, this::run, e -> LOG.error("the event thread died", e));
    }

    /** Starts the thread. */
    public void start() {
        if (listener.isPresent()) {
            thread.start();
        }
    }

    /** Queues an event; any thread, never blocks. */
    public void emit(MbuEvent event) {
        if (!listener.isPresent()) {
            return;
        }
        boolean room = !(event instanceof MbuEvent.Acknowledged) || waiting.size() < CAPACITY / 2;
        if (!room || !waiting.offer(event)) {
            lost.incrementAndGet();
        }
    }

    /** The number of events lost so far. */
    public long lost() {
        return lost.get();
    }

    private void run() throws InterruptedException {
        MbuEvent event = waiting.take();
        while (!(event instanceof MbuEvent.Closed)) {
            call(event);
            event = waiting.take();
        }
        call(event);
    }

    private void call(MbuEvent event) {
        try {
            listener.ifPresent(app -> app.on(event));
        } catch (Throwable e) { // an Error as well: later events must be delivered
            LOG.error("the app's listener failed on {}", event, e);
        }
        if (!closing && Thread.interrupted()) {
            if (closing) {
                Thread.currentThread().interrupt();
                return;
            }
            LOG.warn("the app's listener left its thread interrupted after {}", event);
        }
    }

    /** Emits the last event, and waits until the listener has taken all queued events, up to a time-out. */
    public void close(Duration timeout) throws InterruptedException {
        if (!listener.isPresent()) {
            return;
        }
        while (!waiting.offer(new MbuEvent.Closed())) {
            waiting.poll();
            lost.incrementAndGet();
        }
        if (!thread.join(timeout)) {
            closing = true;
            thread.interrupt();
        }
    }
}
