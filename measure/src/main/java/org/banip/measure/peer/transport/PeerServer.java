package org.banip.measure.peer.transport;

import java.time.Duration;

/** The receiving end of a peer: hands what arrives to the reception. */
public interface PeerServer extends AutoCloseable {
    /** Where clients connect. */
    int port();

    /** Processor time of processes beside this one. */
    default Duration helpersCpu() {
        return Duration.ZERO;
    }

    /** Takes no more, and ends its threads and processes. */
    @Override
    void close();
}
