package org.banip.surrogate.jini.transport;

import java.time.Duration;

/**
 * The bounds of one listening socket.
 *
 * @param connections most connections at once
 * @param unproven most connections of one client network at once whose TLS handshake is not complete
 * @param plain most plain connections of one client network at once
 * @param handshake longest time of a TLS handshake, from the moment that the connection is accepted
 * @param idle a connection on which nothing comes for this time is closed
 */
record ListeningBounds(int connections, int unproven, int plain, Duration handshake, Duration idle) {
    /** Longer than any call of BANip. A caller that has closed a connection for want of use connects again. */
    private static final Duration LONGEST_IDLE = Duration.ofMinutes(2);

    /**
     * A client network may have a quarter of the connections, and ten seconds each, before it shows a certificate; half of them, if there are no
     * certificates. This machine may have all of them.
     */
    static ListeningBounds of(int all, boolean loopback) {
        return new ListeningBounds(
                all,
                Math.max(1, all / 4),
                loopback ? all : Math.max(1, all / 2),
                SecuredSocket.LONGEST_HANDSHAKE,
                LONGEST_IDLE);
    }
}
