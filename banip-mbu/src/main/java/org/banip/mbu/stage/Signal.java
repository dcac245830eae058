package org.banip.mbu.stage;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.mbu.spi.SteadyClock;

/**
 * Wakes one thread: a signal raised while it is busy is not lost, and several make one. Any thread raises, one awaits.
 */
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();
    private boolean up;
    private volatile Runnable also = () -> {};

    /** Not raised. */
    public Signal() {}

    /** Wakes the thread, now or when it next awaits. */
    public void raise() {
        lock.lock();
        try {
            up = true;
            raised.signal();
        } finally {
            lock.unlock();
        }
        also.run();
    }

    /** Also runs this when raised, on the thread that raises. */
    public void onRaise(Runnable wake) {
        also = wake;
    }

    /** Waits until raised, at most the given nanoseconds, then lowers the signal; may return early. */
    public void await(SteadyClock clock, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (!up && nanos > 0) {
                clock.await(raised, nanos);
            }
            up = false;
        } finally {
            lock.unlock();
        }
    }
}
