package org.banip.surrogate.interconnect;

import java.util.concurrent.atomic.AtomicLongArray;
import org.banip.core.frame.Control;

/** Per group the next sequence number to be made durable: all before it is, and is acknowledged. Any thread. */
final class Acknowledgements {
    private final AtomicLongArray next;

    Acknowledgements(long[] next) {
        this.next = new AtomicLongArray(next);
    }

    void durable(int group, long nextSequence) {
        next.set(group, nextSequence);
    }

    long next(int group) {
        return next.get(group);
    }

    long[] all() {
        long[] all = new long[next.length()];
        for (int i = 0; i < all.length; i++) {
            all[i] = next.get(i);
        }
        return all;
    }

    /** What is acknowledged at this moment. */
    Control.Acknowledgement frame() {
        return new Control.Acknowledgement(all());
    }
}
