package org.banip.measure.cpi;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * How far the clock of one process is ahead of another's, asked over pipes. Processes of one machine read the same clock, so it should be
 * nothing, within what asking takes.
 *
 * @param nanos ahead
 * @param boundNanos the offset is known to within this, either way
 */
record ProcessClockOffset(long nanos, long boundNanos) {
    private static final int TRIES = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The child's clock against ours. */
    static ProcessClockOffset of(Child child) throws IOException, InterruptedException {
        ProcessClockOffset best = ask(child);
        for (int i = 1; i < TRIES; i++) {
            ProcessClockOffset other = ask(child);
            best = other.boundNanos < best.boundNanos ? other : best;
        }
        return best;
    }

    private static ProcessClockOffset ask(Child child) throws IOException, InterruptedException {
        long asked = epochNanos();
        child.say("clock");
        long told = child.await("clock", PATIENCE).integer("nanos", 0, Long.MAX_VALUE);
        long answered = epochNanos();
        return new ProcessClockOffset(told - (asked + answered) / 2, (answered - asked) / 2);
    }

    /** This one's clock against another's, both known against ours. */
    ProcessClockOffset minus(ProcessClockOffset other) {
        return new ProcessClockOffset(nanos - other.nanos, boundNanos + other.boundNanos);
    }

    private static long epochNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
