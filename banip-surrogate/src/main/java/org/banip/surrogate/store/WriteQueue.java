package org.banip.surrogate.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The queue of the writer: items up to a number and a sum of bytes, beyond which {@link #offer} returns false; tasks without bound, because their
 * callers wait for them. Any thread adds, one thread takes everything.
 */
final class WriteQueue {
    private final int maxItems;
    private final long maxBytes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition filled = lock.newCondition();
    private List<WriteRequest> requests = new ArrayList<>();
    private List<Runnable> tasks = new ArrayList<>();
    private List<Runnable> waiters = new ArrayList<>();
    private long bytes;
    /** The writer wants to be woken when this number of items waits. */
    private int enough = 1;

    private boolean closed;

    /** The result of a take, reused by the next one; used by the writer. */
    static final class Batch {
        /** Tasks to run before the items are written. */
        List<Runnable> tasks = new ArrayList<>();

        List<WriteRequest> requests = new ArrayList<>();
    }

    WriteQueue(int maxItems, long maxBytes) {
        this.maxItems = maxItems;
        this.maxBytes = maxBytes;
    }

    /** Whether the request was taken; false if full or closed. */
    boolean offer(WriteRequest request) {
        lock.lock();
        try {
            if (closed || !hasRoom()) {
                return false;
            }
            requests.add(request);
            bytes += request.payloadBytes();
            if (requests.size() >= enough || !hasRoom()) {
                filled.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasRoom() {
        return requests.size() < maxItems && bytes < maxBytes;
    }

    /** Runs the task at once if there is room, else after the next {@link #take}. */
    void whenRoom(Runnable task) {
        lock.lock();
        try {
            if (!hasRoom() && !closed) {
                waiters.add(task);
                return;
            }
        } finally {
            lock.unlock();
        }
        task.run();
    }

    /** Runs the task on the writer's thread; false if the queue is closed. */
    boolean execute(Runnable task) {
        lock.lock();
        try {
            if (!closed) {
                tasks.add(task);
                filled.signal();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the queue is not empty, gathers items as long as the pace asks for it, and takes everything; false if it is closed and empty.
     */
    boolean take(Batch batch, CommitPace pace) {
        batch.requests.clear();
        batch.tasks.clear();
        lock.lock();
        try {
            while (requests.isEmpty() && tasks.isEmpty() && waiters.isEmpty() && !closed) {
                filled.awaitUninterruptibly();
            }
            gather(pace);
            List<WriteRequest> takenRequests = requests;
            requests = batch.requests;
            batch.requests = takenRequests;
            List<Runnable> takenTasks = tasks;
            tasks = batch.tasks;
            batch.tasks = takenTasks;
            takenTasks.addAll(waiters);
            waiters.clear();
            bytes = 0;
            return !batch.requests.isEmpty() || !batch.tasks.isEmpty() || !closed;
        } finally {
            lock.unlock();
        }
    }

    private void gather(CommitPace pace) {
        enough = pace.enough();
        long nanos = pace.nextNanos() - System.nanoTime();
        while (nanos > 0 && requests.size() < enough && hasRoom() && tasks.isEmpty() && waiters.isEmpty() && !closed) {
            try {
                nanos = filled.awaitNanos(nanos);
            } catch (InterruptedException e) {
                // The writer is ended by close alone.
                Thread.currentThread().interrupt();
                break;
            }
        }
        enough = 1;
    }

    /** Items that wait. */
    int size() {
        lock.lock();
        try {
            return requests.size();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the queue; the writer ends after it has taken everything. */
    void close() {
        lock.lock();
        try {
            closed = true;
            filled.signal();
        } finally {
            lock.unlock();
        }
    }

    boolean closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }
}
