package org.banip.measure.peer.transport;

import java.time.Duration;

/** The receiving end of a peer: passes packets to the reception. */
public interface PeerServer extends AutoCloseable {
    /** The port for clients. */
    int port();

    /** Processor time of processes beside this one. */
    default Duration helpersCpu() {
        return Duration.ZERO;
    }

    /** Stops receiving, and ends its threads and processes. */
    @Override
    void close();
}
