package org.banip.surrogate.jini.transport;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
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
    /** What is neither broken off nor cancelled. */
    private final Set<BreakOff> open = ConcurrentHashMap.newKeySet();

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
     * Breaks something off when the limit has passed or this is closed, and at once if this is closed already.
     *
     * @param breakOff does not block; it must bear that it runs while what it breaks off ends
     * @return what cancels it
     */
    public Future<?> after(Duration limit, Runnable breakOff) {
        BreakOff guarded = new BreakOff(breakOff);
        open.add(guarded);
        try {
            guarded.scheduled(clock.schedule(guarded, limit.toNanos(), TimeUnit.NANOSECONDS));
        } catch (RejectedExecutionException e) {
            LOG.debug("- something begins after the end", e);
            guarded.run();
        }
        return guarded;
    }

    /** Runs once, or never if it is cancelled before. */
    private final class BreakOff extends FutureTask<Boolean> {
        private volatile @Nullable Future<?> scheduled;

        BreakOff(Runnable breakOff) {
            super(breakOff, true);
        }

        void scheduled(Future<?> task) {
            scheduled = task;
            if (isDone()) {
                task.cancel(false);
            }
        }

        @Override
        protected void done() {
            open.remove(this);
            Future<?> task = scheduled;
            if (task != null) {
                task.cancel(false);
            }
        }

        @Override
        protected void setException(Throwable failure) {
            super.setException(failure);
            LOG.error("- something could not be broken off", failure);
        }
    }

    boolean isClosed() {
        return clock.isShutdown();
    }

    /** Ends the thread, and waits for that: a container takes a thread that is left for a leak. Breaks off what still has a deadline. */
    @Override
    public void close() {
        clock.shutdownNow();
        open.forEach(Runnable::run);
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
