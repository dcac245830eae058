package org.banip.surrogate.activation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that run surrogates' own code, which may take long or hang: for each type of surrogate a few of its own, so that a type that hangs delays
 * itself at most. What waits for a thread is bounded by the number of surrogates, each of which has one task under way. Any thread.
 */
public final class SurrogateThreads implements AutoCloseable {
    /** Most threads of one type. */
    public static final int MOST_OF_A_TYPE = 16;

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_MILLIS = 2_000;

    private final Map<String, ThreadPoolExecutor> byType = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Starts no thread yet. */
    public SurrogateThreads() {}

    /** Those of a type; after the end they refuse. */
    Executor of(String type) {
        return task -> {
            if (closed) {
                throw new RejectedExecutionException("the host has stopped");
            }
            byType.computeIfAbsent(type, SurrogateThreads::pool).execute(task);
        };
    }

    private static ThreadPoolExecutor pool(String type) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MOST_OF_A_TYPE, MOST_OF_A_TYPE, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "banip-surrogate-" + type + "-" + number.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Ends the threads, and interrupts those that have not ended after two seconds. */
    @Override
    public void close() {
        closed = true;
        List<ThreadPoolExecutor> all = new ArrayList<>(byType.values());
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
