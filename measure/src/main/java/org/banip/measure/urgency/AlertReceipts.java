package org.banip.measure.urgency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Steps of alerts in the order in which they came. Guarded by its monitor. */
final class AlertReceipts {
    private final List<AlertReceipt> all = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();
    private long raised;

    synchronized void add(AlertReceipt receipt) {
        all.add(receipt);
        if (keys.add(receipt.key()) && receipt.isRaised()) {
            raised++;
        }
        notifyAll();
    }

    /** Different steps that came. */
    synchronized int steps() {
        return keys.size();
    }

    /** Different alerts that were raised. */
    synchronized long raised() {
        return raised;
    }

    /** Waits until this number of different steps has come; false if it did not in time. */
    synchronized boolean awaitSteps(int wanted, Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (keys.size() < wanted) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    synchronized List<AlertReceipt> all() {
        return List.copyOf(all);
    }
}
