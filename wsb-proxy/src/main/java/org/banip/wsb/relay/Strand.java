package org.banip.wsb.relay;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs tasks one after another: the one owner of a request's state. A task runs on the thread that brings it, or, if another is
 * running, on the thread of that one, after it; so nobody waits and no lock is held. The queue is as long as there are sources of
 * events, each of which has at most one under way.
 */
final class Strand implements Executor {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Consumer<RuntimeException> onBug;

    /** A strand that hands what a task throws to {@code onBug} and goes on. */
    Strand(Consumer<RuntimeException> onBug) {
        this.onBug = onBug;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (waiting.getAndIncrement() > 0) {
            return;
        }
        do {
            run(tasks.remove());
        } while (waiting.decrementAndGet() > 0);
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            onBug.accept(e);
        }
    }
}
