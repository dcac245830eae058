package org.banip.measure.probe;

import java.util.concurrent.locks.LockSupport;

/** Waits for instants. It does not wait for past instants, so the mean rate is kept. */
final class Pacer {
    private Pacer() {}

    static void until(long nanos) throws InterruptedException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
