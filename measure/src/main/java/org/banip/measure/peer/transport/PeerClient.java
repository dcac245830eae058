package org.banip.measure.peer.transport;

/** The sending end of a peer: takes packets from a queue, and acknowledges them there. It survives breaks of the connection. */
public interface PeerClient extends AutoCloseable {
    /** How often a connection broke or a request failed so far. */
    long breaks();

    /** Stops sending, and ends its threads. */
    @Override
    void close();
}
