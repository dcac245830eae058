package org.banip.surrogate.interconnect;

import java.util.concurrent.atomic.AtomicLongArray;
import org.banip.core.ban.BanDescription;
import org.banip.core.frame.Control;

/** Per group the next sequence number to be made durable: all before it is, and is acknowledged. Any thread. */
final class Acknowledgements {
    private final AtomicLongArray next = new AtomicLongArray(BanDescription.MAX_GROUPS);
    private volatile int groups;

    Acknowledgements(long[] next) {
        for (int group = 0; group < next.length; group++) {
            this.next.set(group, next[group]);
        }
        groups = next.length;
    }

    /** Sets the number of groups, which only grows. Of the new groups nothing is stored yet. */
    void addGroups(int now) {
        groups = now;
    }

    void durable(int group, long nextSequence) {
        next.set(group, nextSequence);
    }

    long next(int group) {
        return next.get(group);
    }

    long[] all() {
        long[] all = new long[groups];
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
