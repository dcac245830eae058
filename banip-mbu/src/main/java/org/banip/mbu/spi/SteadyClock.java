package org.banip.mbu.spi;

import java.util.concurrent.locks.Condition;

/**
 * The clock of an MBU. It never jumps and never runs backwards, so that pacing and time-outs work when the device's clock is set.
 *
 * <p>The status has the offset to the surrogate host's clock, from time synchronisation. On Android, an app that samples while the device sleeps
 * must pass a clock that also counts during sleep.
 */
public interface SteadyClock {
    /** Nanoseconds since 1970-01-01T00:00Z, by the device's clock at the time when this clock was made. */
    long epochNanos();

    /** Waits on a condition until it is signalled or the given nanoseconds have passed. The caller holds the condition's lock. May return early. */
    @SuppressWarnings("WaitNotInLoop") // callers loop
    default void await(Condition condition, long nanos) throws InterruptedException {
        condition.awaitNanos(nanos);
    }

    /** A clock that starts with the device's time and then uses the processor's counter. */
    static SteadyClock system() {
        long anchor = System.currentTimeMillis() * 1_000_000L - System.nanoTime();
        return () -> anchor + System.nanoTime();
    }
}
