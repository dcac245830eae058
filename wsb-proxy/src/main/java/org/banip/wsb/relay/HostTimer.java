package org.banip.wsb.relay;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * The timer of the connections to the surrogate host: one daemon thread. It waits for its thread when it stops. Jetty's own timer does not wait, so
 * that a servlet container may find the thread alive after the web application's end, and report a leak. Any thread.
 */
final class HostTimer extends ScheduledExecutorScheduler {
    /** The name of the thread. */
    static final String NAME = "banip-wsb-host-timer";

    private final ScheduledThreadPoolExecutor executor;
    private final AwaitedThreads threads;

    HostTimer() {
        this(new AwaitedThreads());
    }

    private HostTimer(AwaitedThreads threads) {
        this(executor(threads), threads);
    }

    private HostTimer(ScheduledThreadPoolExecutor executor, AwaitedThreads threads) {
        super(executor);
        this.executor = executor;
        this.threads = threads;
    }

    private static ScheduledThreadPoolExecutor executor(AwaitedThreads threads) {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, NAME);
            thread.setDaemon(true);
            return threads.remember(thread);
        });
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
}
