package org.banip.wsb.relay;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * The threads of a pool, to wait for their ends: a pool tells of the end of a thread a moment before the thread ends, and a servlet container that
 * finds it alive after the web application's end reports a leak. Any thread.
 */
final class AwaitedThreads {
    private static final Logger LOG = ServerLog.of(AwaitedThreads.class);
    private static final Duration LONGEST_END = Duration.ofSeconds(5);

    private final Queue<Thread> made = new ConcurrentLinkedQueue<>();

    /** Remembers a thread until it has ended; returns it. */
    Thread remember(Thread thread) {
        made.removeIf(earlier -> earlier.getState() == Thread.State.TERMINATED);
        made.add(thread);
        return thread;
    }

    /** Waits for the ends of the threads, 5 s at most for each; the pool must have been told to end. */
    void await() throws InterruptedException {
        for (Thread thread : made) {
            thread.join(LONGEST_END.toMillis());
            if (thread.isAlive()) {
                LOG.warn("- thread {} did not end within {}", thread.getName(), LONGEST_END);
            }
        }
    }
}
