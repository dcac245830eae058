package org.banip.measure.faults.relay;

/** Lets bytes through, or makes them wait. Any thread. */
final class Gate {
    private boolean closed;
    private boolean over;

    /** Bytes wait from now on. */
    synchronized void close() {
        closed = true;
    }

    /** Bytes go on. */
    synchronized void open() {
        closed = false;
        notifyAll();
    }

    /** Nobody waits any more, whatever comes. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** Waits while it is closed. */
    synchronized void pass() throws InterruptedException {
        while (closed && !over) {
            wait();
        }
    }
}
