package org.banip.app.terminal;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Threads that work while the calling thread shows their progress. One thread, until the end is requested. */
public final class ShownThreads {
    private static final Duration FRAME = Duration.ofMillis(100);
    private static final Duration END = Duration.ofSeconds(25);

    private ShownThreads() {}

    /**
     * Starts the threads, and returns when all have ended. If the user requests the end, or something fails here, they are interrupted, and each may
     * take some time to end.
     *
     * @param block their state as lines, for a terminal of that size
     * @param line their state in one line
     */
    public static void run(
            List<Thread> threads,
            Stop stop,
            ProgressDisplay progress,
            Function<Terminal.Size, List<Line>> block,
            Supplier<String> line)
            throws InterruptedException {
        threads.forEach(Thread::start);
        try {
            while (!stop.requested() && threads.stream().anyMatch(Thread::isAlive)) {
                progress.update(block, line);
                boolean unused = stop.await(FRAME);
            }
        } finally {
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join(END.toMillis());
            }
        }
    }
}
