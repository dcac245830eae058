package org.banip.mbu.stage;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Lets the app's threads wait for changes in the stages. Any thread. */
public final class Progress {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** No change yet. */
    public Progress() {}

    /** Reports a change for which a thread may wait. */
    public void changed() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the condition is true. Checks it again after each change. Returns false after the time-out. */
    public boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        long left = timeout.toNanos();
        lock.lockInterruptibly();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
