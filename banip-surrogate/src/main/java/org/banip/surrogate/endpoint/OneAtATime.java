package org.banip.surrogate.endpoint;

import java.util.concurrent.atomic.AtomicInteger;

/** Runs a step that several threads ask for: never twice at once, and once more if it was asked for meanwhile. Any thread. */
final class OneAtATime {
    private final AtomicInteger asked = new AtomicInteger();
    private final Runnable step;

    /** Asked for, it runs this on the asking thread, unless another is at it. */
    OneAtATime(Runnable step) {
        this.step = step;
    }

    /** Asks for the step. */
    void run() {
        if (asked.getAndIncrement() != 0) {
            return;
        }
        int served = 1;
        do {
            step.run();
            served = asked.addAndGet(-served);
        } while (served != 0);
    }
}
