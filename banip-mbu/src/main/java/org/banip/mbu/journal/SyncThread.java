package org.banip.mbu.journal;

import java.time.Duration;

/** Syncs a journal at an interval. Any thread starts and stops it. */
final class SyncThread {
    private static final long PATIENCE_MILLIS = 10_000;

    private final Thread thread;
    private final long millis;
    private final Runnable sync;
    private boolean stopped;

    /** A thread that is not started. It syncs nothing if the interval is zero. */
    SyncThread(String name, Duration interval, Runnable sync) {
        millis = interval.toMillis();
        this.sync = sync;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        if (millis > 0) {
            thread.start();
        }
    }

    private void run() {
        try {
            while (pause()) {
                sync.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody here interrupts it; it ends
        }
    }

    private synchronized boolean pause() throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        long left = millis;
        while (!stopped && left > 0) {
            wait(left);
            left = (until - System.nanoTime()) / 1_000_000 + 1;
        }
        return !stopped;
    }

    /** Ends it, and waits until it no longer syncs. */
    void stop() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
