package org.banip.surrogate.subscriber;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.SubscriberStatistics;
import org.banip.surrogate.api.Subscription;
import org.banip.surrogate.api.SurrogateListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Takes events from one queue and calls one listener, on a thread of its own. */
public final class ThreadedSubscription implements Subscription {
    private static final Logger LOG = ServerLog.of(ThreadedSubscription.class);
    /** How long a listener may take for what waits when its subscription is finished. */
    private static final Duration LONGEST_FINISH = Duration.ofSeconds(5);
    /** How long it may take for what is left once it was interrupted. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    private final Semaphore wake = new Semaphore(0);
    private final SurrogateListener listener;
    private final LiveQueue queue;
    private final Consumer<LiveQueue> atEnd;
    private final Consumer<ThreadedSubscription> atExit;
    private final Thread thread;
    private final CompletableFuture<@Nullable Void> finished = new CompletableFuture<>();
    private volatile boolean closed;
    private volatile boolean ending;

    /** A subscription: {@code atEnd} is called when it ends, {@code atExit} when its thread does. */
    ThreadedSubscription(
            String name,
            Optional<UUID> only,
            long maxBytes,
            SurrogateListener listener,
            Consumer<LiveQueue> atEnd,
            Consumer<ThreadedSubscription> atExit) {
        this(name, listener, atEnd, atExit, available -> new LiveQueue(only, maxBytes, available));
    }

    private ThreadedSubscription(
            String name,
            SurrogateListener listener,
            Consumer<LiveQueue> atEnd,
            Consumer<ThreadedSubscription> atExit,
            Function<Runnable, LiveQueue> queueThatTells) {
        this.listener = listener;
        this.atEnd = atEnd;
        this.atExit = atExit;
        queue = queueThatTells.apply(wake::release);
        thread = OwnThreads.daemon("banip-subscriber-" + name, this::run);
    }

    /** A subscription to changes of state alone. */
    static ThreadedSubscription ofLives(
            String name, SurrogateListener listener, Consumer<LiveQueue> atEnd, Consumer<ThreadedSubscription> atExit) {
        return new ThreadedSubscription(name, listener, atEnd, atExit, LiveQueue::ofLives);
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
        } finally {
            close();
            atExit.accept(this);
            finished.complete(null);
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

    /**
     * Lets it hand on what waits, and ends it then. After five seconds the listener is interrupted, and the data and gaps that still wait are left
     * out: it is told how many, and of the changes of state.
     *
     * @param later runs an action after a time, on a thread of the host's
     * @return completed when the listener has returned for the last time, or a second after it was interrupted
     */
    public CompletableFuture<@Nullable Void> finish(BiConsumer<Duration, Runnable> later) {
        // What the same session brings when it registers again is for the subscriptions of its next surrogate.
        queue.takeNoMore();
        ending = true;
        wake.release();
        if (!finished.isDone()) {
            later.accept(LONGEST_FINISH, () -> cutShort(later));
        }
        return finished;
    }

    private void cutShort(BiConsumer<Duration, Runnable> later) {
        if (finished.isDone()) {
            return;
        }
        queue.leaveOutAll();
        LOG.warn("{}: the listener does not return, interrupting it", thread.getName());
        thread.interrupt();
        later.accept(LONGEST_REST, () -> {
            close();
            finished.complete(null);
        });
    }

    /** Lets it hand on what waits, and end then. Does not wait. */
    void end() {
        ending = true;
        wake.release();
    }

    /** Lets it hand on what waits, for at most so long, and ends it; a listener that still blocks then is interrupted. */
    void finish(long millis) throws InterruptedException {
        end();
        if (Thread.currentThread() != thread) {
            thread.join(Math.max(1, millis)); // 0 would be for ever
        }
        queue.leaveOutAll();
        close();
        if (thread.isAlive()) {
            LOG.warn("{}: the listener does not return, interrupting it", thread.getName());
            thread.interrupt();
        }
    }
}
