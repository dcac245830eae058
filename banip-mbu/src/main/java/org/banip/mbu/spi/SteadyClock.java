package org.banip.mbu.spi;

import java.util.concurrent.locks.Condition;

/**
 * The time an MBU lives by: never jumps and never runs backwards, so that pacing and time-outs survive a clock that is set.
 *
 * <p>How far it is from the surrogate host's clock is told by the status, from time synchronisation. On Android an app that
 * samples while the device sleeps passes one that counts on through sleep.
 */
public interface SteadyClock {
    /** Nanoseconds since 1970-01-01T00:00Z, as far as the device knew when this clock was made. */
    long epochNanos();

    /**
     * Waits on a condition, whose lock the caller holds, until it is signalled or the given nanoseconds have passed; may return
     * early.
     */
    @SuppressWarnings("WaitNotInLoop") // callers loop
    default void await(Condition condition, long nanos) throws InterruptedException {
        condition.awaitNanos(nanos);
    }

    /** The device's clock when this was called, and the processor's counter since. */
    static SteadyClock system() {
        long anchor = System.currentTimeMillis() * 1_000_000L - System.nanoTime();
        return () -> anchor + System.nanoTime();
    }
}
