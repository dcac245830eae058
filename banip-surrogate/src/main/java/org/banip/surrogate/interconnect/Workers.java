package org.banip.surrogate.interconnect;

import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.banip.core.error.BanipException;
import org.banip.server.executor.OwnThreads;
import org.banip.server.log.ServerLog;
import org.banip.server.request.Deadlines;
import org.banip.surrogate.activation.SurrogateThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The host's own few threads: workers for what may block, and others for what reads a record back, which may take long; what concerns one
 * session is done in order. One thread for what viewers read, ten for exports, most of which wait, and one for what asks the file system; decoders for
 * what takes a moment, and others for what takes long; a pool for what never blocks; threads for surrogates, of each type its own; and deadlines. Any
 * thread.
 */
public final class Workers implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(Workers.class);
    private static final int BLOCKING_THREADS = 4;
    private static final int BLOCKING_TASKS = 40_000;
    private static final long CLOSE_MILLIS = 5_000;
    private static final int READS_QUEUE = 64;
    private static final int LOOKS_QUEUE = 4;
    private static final int EXPORT_THREADS = 10;
    /** For exports that begin before the thread of another one has ended. */
    private static final int EXPORTS_QUEUE = 10;
    /** Fewer than the processors would leave them idle while many MBUs come back. */
    private static final int REPLAY_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private static final int DECODERS = Runtime.getRuntime().availableProcessors();
    /** What takes longer to decode does so on other threads: a small packet would wait for it, up to a second for one of 1 MiB. */
    static final long LONG_DECODING_NANOS = 20_000_000;

    private static final int SIGNAL_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final SessionTasks bySession;
    private final ExecutorService blocking;
    private final ExecutorService replays;
    private final ExecutorService reads;
    private final ExecutorService looks;
    private final ExecutorService exports;
    private final ExecutorService decoders;
    private final ExecutorService longDecoders;
    private final ExecutorService signals;
    private final SurrogateThreads surrogates = new SurrogateThreads();
    private final Deadlines deadlines;
    private final Queue<Runnable> together = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean togetherDemanded = new AtomicBoolean();
    private final Runnable runTogether = this::runTogether;
    private volatile boolean stopping;

    /** Starts no thread yet. */
    public Workers() {
        this(BLOCKING_TASKS);
    }

    /** Creates workers with a limit for the tasks that may block: those that run and those that wait. */
    Workers(int blockingTasks) {
        bySession = new SessionTasks(blockingTasks);
        blocking = pool(BLOCKING_THREADS, Integer.MAX_VALUE, "banip-host-worker-");
        replays = pool(REPLAY_THREADS, Integer.MAX_VALUE, "banip-host-replay-");
        reads = pool(1, READS_QUEUE, "banip-host-reader-");
        looks = pool(1, LOOKS_QUEUE, "banip-host-look-");
        exports = pool(EXPORT_THREADS, EXPORTS_QUEUE, "banip-host-export-");
        decoders = pool(DECODERS, Integer.MAX_VALUE, "banip-host-decoder-");
        longDecoders = pool(DECODERS, Integer.MAX_VALUE, "banip-host-long-decoder-");
        signals = pool(SIGNAL_THREADS, Integer.MAX_VALUE, "banip-host-signal-");
        deadlines = new Deadlines("banip-host-clock", this::soon);
    }

    private static ExecutorService pool(int threads, int queue, String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queue), OwnThreads.numbered(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Runs what may block, after everything of the same session that was given before.
     *
     * @throws BanipException {@code LIMIT_REACHED} if too much waits, or the host stops
     */
    public void inOrder(UUID session, Runnable task) {
        bySession.add(session, blocking, guarded(task));
    }

    /**
     * The same for what reads a record back and decodes it: on threads of its own, so that long records do not delay those who have none.
     *
     * @throws BanipException {@code LIMIT_REACHED} if too much waits, or the host stops
     */
    public void replayInOrder(UUID session, Runnable task) {
        bySession.add(session, replays, guarded(task));
    }

    /** Reads for a viewer, one after the other; false if too many wait already, or the host stops. */
    public boolean readAside(Runnable task) {
        return taken(reads, task);
    }

    /** Exports a recording; false if too many are under way, or the host stops. */
    public boolean exportAside(Runnable task) {
        return taken(exports, task);
    }

    /** Asks the file system, which may hang; false if something waits for it already, or the host stops. */
    boolean look(Runnable task) {
        return taken(looks, task);
    }

    private static boolean taken(ExecutorService by, Runnable task) {
        try {
            by.execute(guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("too many tasks wait already, or the host stops: {}", task);
            return false;
        }
    }

    /** Whether the host stops: what takes long breaks off. */
    public boolean stopping() {
        return stopping;
    }

    /**
     * Decodes, on as many threads as the machine has processors, and as many others for what takes long. Dropped when the host has stopped.
     *
     * @param nanos how long it will take, by estimate
     */
    public void decode(Runnable task, long nanos) {
        ExecutorService by = nanos > LONG_DECODING_NANOS ? longDecoders : decoders;
        try {
            by.execute(guarded(task));
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

    /** Run what is not the host's own. */
    SurrogateThreads surrogates() {
        return surrogates;
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
        bySession.close(CLOSE_MILLIS); // its tasks may still end surrogates
        surrogates.close();
        for (ExecutorService pool :
                List.of(blocking, replays, reads, looks, exports, decoders, longDecoders, signals)) {
            pool.shutdown();
            try {
                if (!pool.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                    pool.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                pool.shutdownNow();
            }
        }
    }
}
