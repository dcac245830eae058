package org.banip.surrogate.jini.transport;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Breaks off calls and handshakes that take too long: the one clock of a {@link Transport}. Its thread begins with the first of them; it ends when
 * there was none for a second, or when this is closed. Any thread.
 */
public final class Deadlines implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Deadlines.class);
    private static final long LONGEST_END_MILLIS = 5000;

    private final ScheduledThreadPoolExecutor clock;
    private volatile @Nullable Thread thread;

    Deadlines() {
        clock = new ScheduledThreadPoolExecutor(1, this::begun);
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(1, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
    }

    private Thread begun(Runnable task) {
        Thread begun = OwnThreads.daemon("banip-jini-deadline", task);
        thread = begun;
        return begun;
    }

    /**
     * Breaks something off when the limit has passed, or at once if this is closed: then nobody would break it off later.
     *
     * @param breakOff does not block
     * @return what cancels it
     */
    public Future<?> after(Duration limit, Runnable breakOff) {
        try {
            return clock.schedule(breakOff, limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("- something begins after the end", e);
            breakOff.run();
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Ends the thread, and waits for that: a container takes a thread that is left for a leak. Who has a deadline has ended before. */
    @Override
    public void close() {
        clock.shutdownNow();
        Thread last = thread;
        try {
            if (last != null && last != Thread.currentThread()) {
                last.join(LONGEST_END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
