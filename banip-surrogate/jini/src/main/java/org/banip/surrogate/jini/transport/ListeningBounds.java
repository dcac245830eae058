package org.banip.surrogate.jini.transport;

import java.time.Duration;

/**
 * What one listening socket bears.
 *
 * @param connections most connections at once
 * @param unproven most connections of one client network at once whose TLS handshake is not complete
 * @param handshake longest time of a TLS handshake, from the moment that the connection is accepted
 */
record ListeningBounds(int connections, int unproven, Duration handshake) {
    /** A client network may have a quarter of the connections, and ten seconds each, before it shows a certificate. */
    static ListeningBounds of(int connections) {
        return new ListeningBounds(connections, Math.max(1, connections / 4), SecuredSocket.LONGEST_HANDSHAKE);
    }
}
