package org.banip.surrogate.activation;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.banip.server.executor.OwnThreads;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run surrogates' own code, which may take long or hang: for each type of surrogate, and for each downloaded jar, a few of its own. So
 * a type that hangs delays itself at most. What waits for a thread is bounded by the number of surrogates, each of which has one task under way. Any
 * thread.
 */
public final class SurrogateThreads implements AutoCloseable {
    /** Most threads of one type. */
    public static final int MOST_OF_A_TYPE = 16;

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_MILLIS = 2_000;

    /** Guarded by the monitor. A pool is forgotten when it has neither a surrogate nor a thread: downloaded jars change. */
    private final Map<String, WeakReference<ThreadPoolExecutor>> byType = new HashMap<>();

    private volatile boolean closed;

    /** Starts no thread yet. */
    public SurrogateThreads() {}

    /** Those of a type; after the end they refuse. */
    Executor of(String type) {
        ThreadPoolExecutor pool = pool(type);
        return task -> {
            if (closed) {
                throw new RejectedExecutionException("the host has stopped");
            }
            pool.execute(task);
        };
    }

    private synchronized ThreadPoolExecutor pool(String type) {
        byType.values().removeIf(known -> known.get() == null);
        WeakReference<ThreadPoolExecutor> known = byType.get(type);
        @Nullable ThreadPoolExecutor pool = known == null ? null : known.get();
        if (pool == null) {
            pool = newPool(type);
            byType.put(type, new WeakReference<>(pool));
        }
        return pool;
    }

    private static ThreadPoolExecutor newPool(String type) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MOST_OF_A_TYPE,
                MOST_OF_A_TYPE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                OwnThreads.numbered("banip-surrogate-" + type + "-"));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private synchronized List<ThreadPoolExecutor> pools() {
        return byType.values().stream()
                .map(WeakReference::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Ends the threads, and interrupts those that have not ended after two seconds. */
    @Override
    public void close() {
        closed = true;
        List<ThreadPoolExecutor> all = pools();
        all.forEach(ThreadPoolExecutor::shutdown);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
        for (ThreadPoolExecutor pool : all) {
            try {
                if (!pool.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    pool.shutdownNow();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                pool.shutdownNow();
            }
        }
    }
}
