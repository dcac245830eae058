package org.banip.surrogate.subscriber;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateListener;
import org.slf4j.Logger;

/** Takes events from one queue and calls one listener, on a thread of its own. */
final class ThreadedSubscription implements Subscription {
    private static final Logger LOG = ServerLog.of(ThreadedSubscription.class);

    private final Semaphore wake = new Semaphore(0);
    private final SurrogateListener listener;
    private final LiveQueue queue;
    private final Consumer<LiveQueue> atEnd;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean ending;

    ThreadedSubscription(
            String name, Optional<UUID> only, long maxBytes, SurrogateListener listener, Consumer<LiveQueue> atEnd) {
        this.listener = listener;
        this.atEnd = atEnd;
        queue = new LiveQueue(only, maxBytes, wake::release);
        thread = new Thread(this::run, "banip-subscriber-" + name);
        thread.setDaemon(true);
    }

    LiveQueue queue() {
        return queue;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed && !(ending && queue.isEmpty())) {
                wake.acquire();
                wake.drainPermits();
                handOnAll();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handOnAll() {
        boolean more = true;
        while (more && !closed) {
            try {
                more = queue.next(listener);
            } catch (RuntimeException | Error e) {
                LOG.error("{}: the listener failed", thread.getName(), e);
            }
        }
    }

    @Override
    public SubscriberStatistics statistics() {
        return queue.statistics();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            atEnd.accept(queue);
            queue.close();
            wake.release();
        }
    }

    boolean ended() {
        return closed && !thread.isAlive();
    }

    /** Lets it hand on what waits, for at most so long, and ends it; a listener that still blocks then is interrupted. */
    void finish(long millis) throws InterruptedException {
        ending = true;
        wake.release();
        if (Thread.currentThread() != thread) {
            thread.join(millis);
        }
        close();
        if (thread.isAlive()) {
            LOG.warn("{}: the listener does not return, interrupting it", thread.getName());
            thread.interrupt();
        }
    }
}
