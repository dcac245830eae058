package org.banip.measure.probe;

import java.util.concurrent.locks.LockSupport;

/** Waits for instants; late ones are not waited for, so that a rate is kept on average. */
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
