package org.banip.server.executor;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.banip.server.log.ServerLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Runs tasks one at a time, in the order in which they were given: the owner of state that needs no lock. Each task sees what the tasks
 * before it wrote.
 *
 * <p>Tasks run on the threads of an underlying executor, or, with {@link #onCallers}, on the thread that gives the first task while none
 * runs; that thread also runs the tasks that others give meanwhile. Nobody waits for a lock. Tasks should not block.
 *
 * <p>The queue is not bounded. Bound the number of sources of tasks, and let each source have one task under way.
 *
 * <p>A task that throws does not end the executor: the failure goes to a handler, and the next task runs. Any thread.
 */
public final class SerialExecutor implements Executor {
    /** Tasks that run on a thread of the underlying executor before others may have that thread. */
    private static final int TURN = 64;

    private static final Logger LOG = ServerLog.of(SerialExecutor.class);

    private final @Nullable Executor threads;
    private final Consumer<Throwable> onFailure;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Tasks that wait or run; the thread that raises it from zero sees to it that they all run. */
    private final AtomicInteger pending = new AtomicInteger();

    private final Runnable turn = this::takeTurn;
    private volatile @Nullable Thread owner;

    private SerialExecutor(@Nullable Executor threads, Consumer<Throwable> onFailure) {
        this.threads = threads;
        this.onFailure = onFailure;
    }

    /**
     * An executor whose tasks run on the threads of another one. It takes part there in turns of up to 64 tasks, so that many serial
     * executors share few threads fairly.
     *
     * @param threads runs the turns; when it refuses one, the waiting tasks are dropped
     * @param onFailure gets what a task throws, on the thread that ran it; must not throw
     */
    public static SerialExecutor on(Executor threads, Consumer<Throwable> onFailure) {
        return new SerialExecutor(threads, onFailure);
    }

    /**
     * An executor without threads: {@link #execute} runs the task before it returns, unless another thread runs one. Then that thread
     * runs this one as well.
     *
     * @param onFailure gets what a task throws, on the thread that ran it; must not throw
     */
    public static SerialExecutor onCallers(Consumer<Throwable> onFailure) {
        return new SerialExecutor(null, onFailure);
    }

    /**
     * Gives a task. A task may give further tasks; they run after it.
     *
     * @throws RejectedExecutionException if the underlying executor refuses; then no task that waits will run
     */
    @Override
    public void execute(Runnable task) {
        if (threads == null && pending.compareAndSet(0, 1)) {
            runAsOwner(inOrder(task), Integer.MAX_VALUE);
            return;
        }
        tasks.add(task);
        if (pending.getAndIncrement() > 0) {
            return;
        }
        if (threads == null) {
            runAsOwner(next(), Integer.MAX_VALUE);
        } else {
            demandTurn(threads);
        }
    }

    /**
     * Gives a task and returns when it has run: also every task given before has run then. A task that calls this runs the given task at
     * once.
     *
     * <p>It is for a caller that takes something away from the tasks when it returns, such as a servlet container, which uses a request
     * again after its last callback. An interrupt does not shorten the wait and stays set.
     *
     * @param most how long to wait
     * @return false if the task did not begin in time, and never will, or did not end in time
     */
    public boolean executeAndWait(Runnable task, Duration most) {
        if (isOwner()) {
            runGuarded(task);
            return true;
        }
        Awaited awaited = new Awaited(task);
        execute(awaited);
        return awaited.await(most.toNanos());
    }

    /** Whether the calling thread runs a task of this executor now. */
    public boolean isOwner() {
        return Thread.currentThread() == owner;
    }

    private void demandTurn(Executor from) {
        try {
            from.execute(turn);
        } catch (RejectedExecutionException e) {
            do {
                Runnable dropped = tasks.remove();
                if (dropped instanceof Awaited awaited) {
                    awaited.drop();
                }
            } while (pending.decrementAndGet() > 0);
            throw e;
        }
    }

    private void takeTurn() {
        boolean more = runAsOwner(next(), TURN);
        if (more && threads != null) {
            try {
                demandTurn(threads);
            } catch (RejectedExecutionException e) {
                report(e);
            }
        }
    }

    /**
     * The first task to run: the given one, which needs no place in an empty queue. Tasks that are queued but not yet counted come
     * first: one of them may be the calling thread's own, from before.
     */
    private Runnable inOrder(Runnable task) {
        if (tasks.isEmpty()) {
            return task;
        }
        tasks.add(task);
        return next();
    }

    /** Every pending task is in the queue before it is counted, but for the one that runs. */
    private Runnable next() {
        return tasks.remove();
    }

    /** Runs the task and those that wait, up to a number; returns whether some still wait. */
    private boolean runAsOwner(Runnable first, int most) {
        Runnable task = first;
        for (int done = 1; ; done++) {
            owner = Thread.currentThread();
            runGuarded(task);
            owner = null;
            if (pending.decrementAndGet() == 0) {
                return false;
            }
            if (done == most) {
                return true;
            }
            task = next();
        }
    }

    private void runGuarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            report(e);
        }
    }

    /** The handler must not throw; if it does, the tasks behind still run. */
    private void report(Throwable failure) {
        try {
            onFailure.accept(failure);
        } catch (Throwable e) {
            failure.addSuppressed(e);
            LOG.error("- internal error in the handler of a task's failure", failure);
        }
    }

    /** A task that somebody waits for. */
    private static final class Awaited implements Runnable {
        private final Runnable task;
        private final AtomicBoolean taken = new AtomicBoolean();
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile boolean dropped;

        Awaited(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            if (taken.compareAndSet(false, true)) {
                try {
                    task.run();
                } finally {
                    ended.countDown();
                }
            }
        }

        void drop() {
            taken.set(true);
            dropped = true;
            ended.countDown();
        }

        boolean await(long nanos) {
            long end = System.nanoTime() + nanos;
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        if (ended.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                            return !dropped;
                        }
                        taken.set(true);
                        return false;
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
