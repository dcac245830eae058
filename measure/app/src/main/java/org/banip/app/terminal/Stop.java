package org.banip.app.terminal;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A user's request to end a command (SIGINT, SIGTERM). The command is told, and the JVM waits for a bounded time until it has ended in order. A
 * second SIGINT ends the JVM at once. Any thread.
 */
public final class Stop implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<Thread> hook = new AtomicReference<>();

    /** Creates a stop that does not handle signals before {@link #listen} is called. */
    public Stop() {}

    /** Handles signals from now on; the command must check {@link #requested}. */
    public void listen() {
        Thread waiting = new Thread(this::onShutdown, "banip-stop");
        if (hook.compareAndSet(null, waiting)) {
            Runtime.getRuntime().addShutdownHook(waiting);
            Interrupts.endAtTheSecond();
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

    /** Requests the end. */
    public void request() {
        requested.countDown();
    }

    /** Whether the end was requested. */
    public boolean requested() {
        return requested.getCount() == 0;
    }

    /**
     * Waits until the end is requested.
     *
     * @return whether it was requested in time
     */
    public boolean await(Duration time) throws InterruptedException {
        return requested.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Tells that the command has ended and printed everything. */
    @Override
    public void close() {
        ended.countDown();
    }
}
