package org.banip.server.request;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Ends what takes too long. One thread tells the time; the work is done on others. Any thread. */
public final class Deadlines implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Deadlines.class);
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final Executor workers;
    private final ScheduledThreadPoolExecutor timer;
    private volatile @Nullable Thread thread;

    /**
     * Deadlines.
     *
     * @param name of the thread that tells the time
     * @param workers run the actions, briefly
     */
    public Deadlines(String name, Executor workers) {
        this.workers = workers;
        timer = new ScheduledThreadPoolExecutor(1, task -> begun(name, task));
        timer.setRemoveOnCancelPolicy(true);
    }

    private Thread begun(String name, Runnable task) {
        Thread begun = OwnThreads.daemon(name, task);
        thread = begun;
        return begun;
    }

    /** Runs the action on one of the workers after so long; it may be cancelled. */
    Future<?> start(Duration delay, Runnable action) {
        try {
            return timer.schedule(() -> workers.execute(action), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The server closes: now is late enough.
            action.run();
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Runs the action on one of the workers after so long. */
    public void after(Duration delay, Runnable action) {
        Future<?> unused = start(delay, action);
    }

    /** Runs the action again and again on one of the workers; left out while the last run has not ended. */
    public void every(Duration period, Runnable action) {
        AtomicBoolean running = new AtomicBoolean();
        Runnable guarded = () -> {
            try {
                action.run();
            } finally {
                running.set(false);
            }
        };
        Future<?> unused = timer.scheduleWithFixedDelay(
                () -> {
                    if (!running.compareAndSet(false, true)) {
                        return;
                    }
                    try {
                        workers.execute(guarded);
                    } catch (RejectedExecutionException e) {
                        running.set(false);
                        // An exception would end the repetition.
                        LOG.warn("- a periodic check had no thread to run on; it is tried again in {}", period);
                    }
                },
                period.toMillis(),
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Ends the thread, and waits until it has ended: a container counts a thread that is left behind as a leak. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            if (!timer.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("- the thread of the deadlines still runs {} after it was told to end", CLOSING);
                return;
            }
            Thread last = thread;
            if (last != null) {
                last.join(CLOSING.toMillis()); // a pool has terminated before its thread has
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
