package org.banip.app.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A user's request that a command end (SIGINT, SIGTERM): the command learns of it, and the JVM lives on until it has ended in order, though
 * not for ever. Any thread.
 */
public final class Stop implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<Thread> hook = new AtomicReference<>();

    /** Nobody listens for signals until {@link #listen} is called. */
    public Stop() {}

    /** From now on a signal is a request, which the command must heed. */
    public void listen() {
        Thread waiting = new Thread(this::onShutdown, "banip-stop");
        if (hook.compareAndSet(null, waiting)) {
            Runtime.getRuntime().addShutdownHook(waiting);
        }
    }

    private void onShutdown() {
        request();
        try {
            ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks for the end. */
    public void request() {
        requested.countDown();
    }

    /** Whether the end was asked for. */
    public boolean requested() {
        return requested.getCount() == 0;
    }

    /**
     * Waits until the end is asked for.
     *
     * @return whether it was, in time
     */
    public boolean await(Duration time) throws InterruptedException {
        return requested.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The command has ended and said all it had to say. */
    @Override
    public void close() {
        ended.countDown();
    }
}
