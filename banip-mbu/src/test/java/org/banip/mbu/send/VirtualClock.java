package org.banip.mbu.send;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import org.banip.mbu.spi.SteadyClock;

/** A clock that advances only when a thread waits, and then at once. */
final class VirtualClock implements SteadyClock {
    static final long START = 1_795_215_600_000_000_000L;

    private final AtomicLong now = new AtomicLong(START);

    @Override
    public long epochNanos() {
        return now.get();
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // callers loop
    public void await(Condition condition, long nanos) throws InterruptedException {
        if (nanos == Long.MAX_VALUE) {
            condition.await();
        } else {
            now.addAndGet(nanos);
        }
    }

    void pass(long nanos) {
        now.addAndGet(nanos);
    }
}
