package org.banip.measure.peer;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Lets runs begin at the same time: their processes are started a few at once, and none begins before all are up, because starting a JVM
 * takes what the machine has. Any thread.
 */
final class StartingLine {
    /** Pairs of processes that are started at the same time. */
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
     * A line for this number of runs; each must come or {@link #stayAway}.
     *
     * @param lead how long before the first sample all are up, at least
     */
    StartingLine(int runs, Duration lead) {
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
     * When the first sample is due, for all runs. Until then they connect and load what they need, which takes at least as long as to start
     * them all, and longer on a slow link.
     */
    synchronized long originNanos() {
        if (originNanos == 0) {
            long ahead = lead.toNanos() + System.nanoTime() - beganNanos;
            originNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) + ahead;
        }
        return originNanos;
    }

    /** A run is not going to come. */
    void stayAway() {
        expected.countDown();
    }
}
