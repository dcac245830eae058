package org.banip.measure.peer.transport;

import java.util.function.Supplier;

/**
 * Sends acknowledgements of durable packets on one connection, one for all packets since the last. One thread of its own; any thread may notify it.
 */
public final class AckSender implements AutoCloseable {
    private final Supplier<long[]> stored;
    private final Out out;
    private final Thread thread;
    private boolean due;
    private boolean closed;

    /** Sends acknowledgements on a connection. */
    @FunctionalInterface
    public interface Out {
        /** Sends one; may wait until it is on its way. */
        void send(byte[] acknowledgement) throws InterruptedException;
    }

    /**
     * A sender.
     *
     * @param stored per group the sequence number before which everything is durable
     */
    public AckSender(Supplier<long[]> stored, Out out) {
        this.stored = stored;
        this.out = out;
        thread = new Thread(this::run, "banip-peer-acks");
        thread.setDaemon(true);
        thread.start();
    }

    /** Tells that more is durable. */
    public synchronized void tell() {
        due = true;
        notifyAll();
    }

    private void run() {
        try {
            while (awaitDue()) {
                out.send(Acknowledgement.encode(stored.get()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private synchronized boolean awaitDue() throws InterruptedException {
        while (!due && !closed) {
            wait();
        }
        due = false;
        return !closed;
    }

    /** The connection has ended; does not wait for the thread. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        thread.interrupt();
    }
}
