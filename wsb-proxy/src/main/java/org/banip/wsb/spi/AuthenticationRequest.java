package org.banip.wsb.spi;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * The parts of a request that prove its sender.
 *
 * @param authorization the header {@code Authorization}; never to be logged
 * @param certificate the certificate the client proved to own when the TLS connection was made
 * @param remoteAddress the client's address: the peer's, or the one that a trusted proxy reports
 */
public record AuthenticationRequest(
        Optional<String> authorization, Optional<X509Certificate> certificate, String remoteAddress) {
    /** Hides the credentials. */
    @Override
    public String toString() {
        return "AuthenticationRequest[from " + remoteAddress + "]";
    }
}
