package org.banip.surrogate.interconnect;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.banip.server.request.Deadlines;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The host's own few threads: workers for what may block, each session always on the same one, so that what concerns a session
 * is done in order; one for what viewers read and what asks the file system, which may take long and delays nobody else; a pool for what
 * never blocks; and deadlines. Any thread.
 */
public final class Workers implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Workers.class);
    private static final int BLOCKING_THREADS = 4;
    private static final int BLOCKING_QUEUE = 10_000;
    private static final int READS_QUEUE = 64;
    private static final int DECODERS = Runtime.getRuntime().availableProcessors();
    private static final int SIGNAL_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final List<ExecutorService> blocking = new ArrayList<>();
    private final ExecutorService reads;
    private final ExecutorService decoders;
    private final ExecutorService signals;
    private final Deadlines deadlines;
    private final Queue<Runnable> together = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean togetherDemanded = new AtomicBoolean();
    private final Runnable runTogether = this::runTogether;
    private volatile boolean stopping;

    /** Starts no thread yet. */
    public Workers() {
        for (int i = 0; i < BLOCKING_THREADS; i++) {
            blocking.add(pool(1, BLOCKING_QUEUE, "banip-host-worker-" + i + "-"));
        }
        reads = pool(1, READS_QUEUE, "banip-host-reader-");
        decoders = pool(DECODERS, Integer.MAX_VALUE, "banip-host-decoder-");
        signals = pool(SIGNAL_THREADS, Integer.MAX_VALUE, "banip-host-signal-");
        deadlines = new Deadlines("banip-host-clock", this::soon);
    }

    private static ExecutorService pool(int threads, int queue, String name) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, name + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Runs what may block, after everything of the same session that was given before.
     *
     * @throws BanipException {@code LIMIT_REACHED} if too much waits, or the host stops
     */
    public void inOrder(UUID session, Runnable task) {
        int stripe = Math.floorMod(session.hashCode(), blocking.size());
        try {
            blocking.get(stripe).execute(guarded(task));
        } catch (RejectedExecutionException e) {
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED, BLOCKING_QUEUE + " tasks wait already, or the host stops", e);
        }
    }

    /** Reads for a viewer, or asks the file system, one after the other; false if too many wait already, or the host stops. */
    public boolean readAside(Runnable task) {
        try {
            reads.execute(guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("{} reads wait already, or the host stops", READS_QUEUE);
            return false;
        }
    }

    /** Whether the host stops: what takes long breaks off. */
    public boolean stopping() {
        return stopping;
    }

    /** Runs what takes long to compute, on as many threads as the machine has processors; dropped when the host has stopped. */
    public void decode(Runnable task) {
        try {
            decoders.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            LOG.debug("dropped, the host has stopped: {}", task);
        }
    }

    /** Runs soon what never blocks; dropped when the host has stopped. */
    public void soon(Runnable task) {
        try {
            signals.execute(guarded(task));
        } catch (RejectedExecutionException e) {
            LOG.debug("dropped, the host has stopped: {}", task);
        }
    }

    /**
     * Runs soon what never blocks, together with what others give meanwhile: many small tasks wake one thread, not each its own. Dropped when
     * the host has stopped.
     */
    void soonTogether(Runnable task) {
        together.add(task);
        if (togetherDemanded.compareAndSet(false, true)) {
            soon(runTogether);
        }
    }

    private void runTogether() {
        togetherDemanded.set(false);
        @Nullable Runnable task = together.poll();
        while (task != null) {
            guarded(task).run();
            task = together.poll();
        }
    }

    /** The host's clock; what falls due never blocks. */
    public Deadlines deadlines() {
        return deadlines;
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (Throwable e) {
                // Errors too (memory, a driver's assertion): a repeated task that throws would never run again.
                LOG.error("a task of the host failed", e);
            }
        };
    }

    /** Does what was given and ends the threads, waiting a few seconds at most. */
    @Override
    public void close() {
        stopping = true;
        deadlines.close();
        List<ExecutorService> all = new ArrayList<>(blocking);
        all.add(reads);
        all.add(decoders);
        all.add(signals);
        for (ExecutorService pool : all) {
            pool.shutdown();
            try {
                if (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
                    pool.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                pool.shutdownNow();
            }
        }
    }
}
