package org.banip.measure.cpi;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Offset between the clocks of two processes, measured over pipes or a connection. Processes on one machine read the same clock, so it should be
 * zero within the error.
 *
 * @param nanos the offset
 * @param boundNanos largest error of the offset in either direction
 */
record ProcessClockOffset(long nanos, long boundNanos) {
    private static final int TRIES = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Offset of the child's clock from ours. */
    static ProcessClockOffset of(Conversation child) throws IOException, InterruptedException {
        ProcessClockOffset best = ask(child);
        for (int i = 1; i < TRIES; i++) {
            ProcessClockOffset other = ask(child);
            best = other.boundNanos < best.boundNanos ? other : best;
        }
        return best;
    }

    private static ProcessClockOffset ask(Conversation child) throws IOException, InterruptedException {
        long asked = epochNanos();
        child.say("clock");
        long told = child.await("clock", PATIENCE).integer("nanos", 0, Long.MAX_VALUE);
        long answered = epochNanos();
        return new ProcessClockOffset(told - (asked + answered) / 2, (answered - asked) / 2);
    }

    /** Offset of this clock from another one, both relative to ours. */
    ProcessClockOffset minus(ProcessClockOffset other) {
        return new ProcessClockOffset(nanos - other.nanos, boundNanos + other.boundNanos);
    }

    /**
     * The offset at all times between two measurements, because clocks drift apart: the middle of what both allow.
     *
     * @param later the other measurement
     */
    ProcessClockOffset until(ProcessClockOffset later) {
        long least = Math.min(nanos - boundNanos, later.nanos - later.boundNanos);
        long most = Math.max(nanos + boundNanos, later.nanos + later.boundNanos);
        return new ProcessClockOffset(least + (most - least) / 2, (most - least + 1) / 2);
    }

    private static long epochNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
