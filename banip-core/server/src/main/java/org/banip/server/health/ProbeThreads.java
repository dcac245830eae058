package org.banip.server.health;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of the health port: one for each request under way, up to a bound. A new request beyond the bound interrupts the oldest one,
 * which closes its connection, and takes its place. So neither a client that sends half a request nor a check that hangs keeps a
 * supervisor from its answer. Any thread.
 */
final class ProbeThreads implements Executor, AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final int most;
    private final ThreadPoolExecutor threads;
    /** Guards all below. */
    private final Object lock = new Object();

    private final Deque<Probe> running = new ArrayDeque<>();
    private final Deque<Probe> waiting = new ArrayDeque<>();

    ProbeThreads(int most) {
        this.most = most;
        // Threads above the bound exist only for the moment in which an interrupted request ends.
        threads =
                new ThreadPoolExecutor(0, 2 * most, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "banip-health");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /**
     * Runs the request.
     *
     * @throws RejectedExecutionException if as many requests as may run wait as well, or after {@link #close}
     */
    @Override
    public void execute(Runnable request) {
        Probe probe = new Probe(request);
        synchronized (lock) {
            if (running.size() < most) {
                running.add(probe);
            } else if (waiting.size() < most) {
                waiting.add(probe);
                boolean unused = running.stream().anyMatch(Probe::interrupt);
                return;
            } else {
                throw new RejectedExecutionException(2 * most + " requests are under way");
            }
        }
        start(probe);
    }

    private void start(Probe probe) {
        try {
            threads.execute(probe);
        } catch (RejectedExecutionException e) {
            synchronized (lock) {
                running.remove(probe);
            }
            throw e;
        }
    }

    private void ended(Probe probe) {
        Probe next;
        synchronized (lock) {
            running.remove(probe);
            next = waiting.poll();
            if (next != null) {
                running.add(next);
            }
        }
        if (next != null) {
            start(next);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** One request under way. */
    private final class Probe implements Runnable {
        private final Runnable request;
        private boolean interrupted;
        private boolean over;
        private Thread thread = Thread.currentThread();
        private boolean begun;

        Probe(Runnable request) {
            this.request = request;
        }

        @Override
        public void run() {
            begin();
            try {
                request.run();
            } finally {
                end();
                ended(this);
            }
        }

        private synchronized void begin() {
            thread = Thread.currentThread();
            begun = true;
            if (interrupted) {
                thread.interrupt();
            }
        }

        private synchronized void end() {
            over = true;
            // It was meant for this request.
            boolean unused = Thread.interrupted();
        }

        /** Interrupts the request; false if that happened before. */
        synchronized boolean interrupt() {
            if (interrupted || over) {
                return false;
            }
            interrupted = true;
            if (begun) {
                thread.interrupt();
            }
            return true;
        }
    }
}
