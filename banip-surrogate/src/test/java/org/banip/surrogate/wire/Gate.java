package org.banip.surrogate.wire;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds the threads that pass it, and counts them, until a test opens it. Any thread. */
public final class Gate {
    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicInteger arrived = new AtomicInteger();

    /** A gate that holds nobody. */
    public static Gate open() {
        Gate gate = new Gate();
        gate.release();
        return gate;
    }

    /** Waits here until the gate is open. */
    public void pass() {
        arrived.incrementAndGet();
        try {
            opened.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many threads came here so far. */
    public int arrived() {
        return arrived.get();
    }

    /** Opens it, for good. */
    public void release() {
        opened.countDown();
    }
}
