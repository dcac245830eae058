package org.banip.surrogate.jini.registration;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Ends remote calls that take too long: River's have no time-out, but end when their thread is interrupted. Any thread. */
public final class CallDeadline {
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final Duration longest;

    /** Ends calls after this time. */
    public CallDeadline(Duration longest) {
        this.longest = longest;
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "banip-jini-deadline");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        return timer;
    }

    /** What the timer interrupts, until the call has ended. */
    private static final class Caller {
        private final Thread thread = Thread.currentThread();
        private boolean ended;
        private boolean interrupted;

        synchronized void interrupt() {
            if (!ended) {
                interrupted = true;
                thread.interrupt();
            }
        }

        synchronized boolean end() {
            ended = true;
            return interrupted;
        }
    }

    /**
     * Makes a call on this thread.
     *
     * @throws Exception what the call throws, also because it was ended
     */
    public <T> T call(Callable<T> call) throws Exception {
        Caller caller = new Caller();
        Future<?> deadline = TIMER.schedule(caller::interrupt, longest.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return call.call();
        } finally {
            deadline.cancel(false);
            if (caller.end()) {
                Thread.interrupted(); // it was meant for the call
            }
        }
    }
}
