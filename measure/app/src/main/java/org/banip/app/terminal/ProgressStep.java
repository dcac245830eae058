package org.banip.app.terminal;

import java.time.Duration;

/** One of several tasks. The thread that runs it marks its begin and end; any thread reads it. */
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

    /** Expected seconds until the end; a running task that takes longer than expected has one second left. */
    double secondsLeft() {
        if (ended) {
            return 0;
        }
        double elapsed = begun ? (System.nanoTime() - begunNanos) / NANOS_PER_SECOND : 0;
        return Math.max(running() ? 1 : 0, expectedSeconds - elapsed);
    }
}
