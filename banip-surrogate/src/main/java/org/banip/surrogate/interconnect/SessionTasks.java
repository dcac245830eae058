package org.banip.surrogate.interconnect;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Tasks that may block. Those of one session run one after the other, in the order in which they were given, each on the threads that it was
 * given for. A session whose task takes long delays no other session, as long as those threads are not all busy. Guarded by its monitor, which
 * nobody holds while a task runs.
 */
final class SessionTasks {
    private static final Logger LOG = ServerLog.of(SessionTasks.class);

    private final int most;
    /** The first of each queue runs, or waits for a thread. */
    private final Map<UUID, Queue<Task>> bySession = new HashMap<>();

    private int count;
    private boolean closed;

    private record Task(Executor threads, Runnable work) {}

    /** At most this number of tasks wait or run. */
    SessionTasks(int most) {
        this.most = most;
    }

    /**
     * Gives a task, which must not throw.
     *
     * @throws BanipException {@code LIMIT_REACHED} if too much waits, or the host stops
     */
    void add(UUID session, Executor threads, Runnable work) {
        Task task = new Task(threads, work);
        synchronized (this) {
            if (closed || count == most) {
                throw new BanipException(ErrorCode.LIMIT_REACHED, most + " tasks wait already, or the host stops");
            }
            count++;
            Queue<Task> queue = bySession.computeIfAbsent(session, unused -> new ArrayDeque<>());
            queue.add(task);
            if (queue.size() > 1) {
                return;
            }
        }
        start(session, task);
    }

    private void start(UUID session, Task task) {
        try {
            task.threads.execute(() -> {
                try {
                    task.work.run();
                } finally {
                    next(session);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("{}: dropped, the host has stopped", session);
        }
    }

    private void next(UUID session) {
        Task next;
        synchronized (this) {
            Queue<Task> queue = bySession.get(session);
            if (queue == null) {
                return;
            }
            queue.remove();
            count--;
            next = queue.peek();
            if (next == null) {
                bySession.remove(session);
                notifyAll();
                return;
            }
        }
        start(session, next);
    }

    /** Takes no more, and returns when all that was given has run, or after this time. */
    synchronized void close(long millis) {
        closed = true;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        try {
            for (long left = millis; count > 0 && left > 0; left = millisUntil(end)) {
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long millisUntil(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
    }
}
