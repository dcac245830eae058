package org.banip.app.terminal;

import java.time.Duration;

/** One of several things to be done. The thread that does it begins and ends it; any thread reads it. */
final class ProgressStep {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final double expectedSeconds;
    private volatile long begunNanos;
    private volatile boolean begun;
    private volatile boolean ended;

    ProgressStep(String name, Duration expected) {
        this.name = name;
        this.expectedSeconds = expected.toNanos() / NANOS_PER_SECOND;
    }

    void begin() {
        begunNanos = System.nanoTime();
        begun = true;
    }

    void end() {
        ended = true;
    }

    String name() {
        return name;
    }

    boolean ended() {
        return ended;
    }

    boolean running() {
        return begun && !ended;
    }

    /** As expected; what takes longer is about to end. */
    double secondsLeft() {
        if (ended) {
            return 0;
        }
        double elapsed = begun ? (System.nanoTime() - begunNanos) / NANOS_PER_SECOND : 0;
        return Math.max(running() ? 1 : 0, expectedSeconds - elapsed);
    }
}
