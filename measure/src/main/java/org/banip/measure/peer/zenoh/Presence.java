package org.banip.measure.peer.zenoh;

import java.io.IOException;

/** Whether the other end is there. Guarded by its monitor. */
final class Presence {
    private int appearances;
    private boolean there;
    private boolean ended;

    /** Tells it; repetitions have no effect. */
    synchronized void tell(boolean isThere) {
        appearances += isThere && !there ? 1 : 0;
        there = isThere;
        notifyAll();
    }

    /** It never comes again. */
    synchronized void end() {
        there = false;
        ended = true;
        notifyAll();
    }

    /** Waits until it is there; returns the number of this appearance. */
    synchronized int await() throws IOException, InterruptedException {
        while (!there) {
            if (ended) {
                throw new IOException("the Zenoh process has ended");
            }
            wait();
        }
        return appearances;
    }

    /** Whether it is there, and was there all the time since this appearance. */
    synchronized boolean is(int appearance) {
        return there && appearances == appearance;
    }
}
