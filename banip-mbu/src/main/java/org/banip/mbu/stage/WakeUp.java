package org.banip.mbu.stage;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.banip.mbu.spi.SteadyClock;

/**
 * Wakes one thread. A wake-up that is raised while the thread is busy is not lost, and several count as one. Any thread raises, one thread
 * awaits.
 */
public final class WakeUp {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();
    private boolean up;
    private volatile Runnable also = () -> {};

    /** A wake-up that is not raised. */
    public WakeUp() {}

    /** Wakes the thread, now or at its next await. */
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

    /** Sets an action that also runs when the wake-up is raised, on the raising thread. */
    public void onRaise(Runnable wake) {
        also = wake;
    }

    /** Waits until the wake-up is raised, at most the given nanoseconds, and then lowers it. May return early. */
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
