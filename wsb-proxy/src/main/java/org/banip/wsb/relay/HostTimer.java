package org.banip.wsb.relay;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.banip.server.log.ServerLog;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.slf4j.Logger;

/**
 * The timer of the connections to the surrogate host: one daemon thread. It waits for its thread when it stops. Jetty's own timer does not wait, so
 * that a servlet container may find the thread alive after the web application's end, and report a leak. Any thread.
 */
final class HostTimer extends ScheduledExecutorScheduler {
    /** The name of the thread. */
    static final String NAME = "banip-wsb-host-timer";

    private static final Logger LOG = ServerLog.of(HostTimer.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final ScheduledThreadPoolExecutor executor;
    private final Threads threads;

    HostTimer() {
        this(new Threads());
    }

    private HostTimer(Threads threads) {
        this(executor(threads), threads);
    }

    private HostTimer(ScheduledThreadPoolExecutor executor, Threads threads) {
        super(executor);
        this.executor = executor;
        this.threads = threads;
    }

    private static ScheduledThreadPoolExecutor executor(Threads threads) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, threads);
        executor.setRemoveOnCancelPolicy(true); // Most tasks are time-outs that never come.
        return executor;
    }

    /** Schedules a task; a task that comes after the stop never runs. */
    @Override
    public Task schedule(Runnable task, long delay, TimeUnit unit) {
        try {
            return super.schedule(task, delay, unit);
        } catch (RejectedExecutionException e) {
            return () -> false;
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        executor.shutdownNow();
        threads.await();
    }

    /** Makes the thread; remembers it, because an executor tells of its end a moment before the thread ends. */
    private static final class Threads implements ThreadFactory {
        private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

        @Override
        public Thread newThread(Runnable task) {
            Thread thread = new Thread(task, NAME);
            thread.setDaemon(true);
            made.removeIf(earlier -> earlier.getState() == Thread.State.TERMINATED);
            made.add(thread);
            return thread;
        }

        void await() throws InterruptedException {
            for (Thread thread : made) {
                thread.join(LONGEST_END.toMillis());
                if (thread.isAlive()) {
                    LOG.warn("- thread {} did not end within {}", thread.getName(), LONGEST_END);
                }
            }
        }
    }
}
