package org.banip.measure.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A barrier at which runs begin at the same time. Processes are started a few at a time, and no run begins before all are running, because starting
 * a JVM uses all processors. Any thread.
 */
final class StartBarrier {
    /** Number of pairs of processes that are started at the same time. */
    private static final int STARTING = 2;

    /** Starts the processes of a run. */
    @FunctionalInterface
    interface Start {
        PeerPair start() throws IOException, InterruptedException;
    }

    private final Semaphore permits = new Semaphore(STARTING, true);
    private final CountDownLatch expected;
    private final Duration lead;
    private final long beganNanos = System.nanoTime();
    private long originNanos;

    /**
     * Creates a barrier for this number of runs; each must come or call {@link #leave}.
     *
     * @param lead least time from the start of all runs to the first sample
     */
    StartBarrier(int runs, Duration lead) {
        this.lead = lead;
        expected = new CountDownLatch(runs);
    }

    /** Starts the processes of a run, then waits for all others. */
    PeerPair start(Start processes) throws IOException, InterruptedException {
        PeerPair pair;
        permits.acquire();
        try {
            pair = processes.start();
        } finally {
            permits.release();
            expected.countDown();
        }
        try {
            expected.await();
        } catch (InterruptedException e) {
            pair.close();
            throw e;
        }
        return pair;
    }

    /**
     * The instant of the first sample, for all runs. Until then they connect and load classes. That takes at least as long as starting all of them,
     * and longer on a slow link.
     */
    synchronized long originNanos() {
        if (originNanos == 0) {
            long ahead = lead.toNanos() + System.nanoTime() - beganNanos;
            originNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + ahead;
        }
        return originNanos;
    }

    /** Tells that a run does not come. */
    void leave() {
        expected.countDown();
    }
}
