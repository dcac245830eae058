package org.banip.wsb.spi;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * What a request carries to prove who sent it.
 *
 * @param authorization the header {@code Authorization}; never to be logged
 * @param certificate the certificate the client proved to own when the TLS connection was made
 * @param remoteAddress the client's address: the peer's, or what a trusted proxy says
 */
public record AuthenticationRequest(
        Optional<String> authorization, Optional<X509Certificate> certificate, String remoteAddress) {
    /** Hides the credentials. */
    @Override
    public String toString() {
        return "AuthenticationRequest[from " + remoteAddress + "]";
    }
}
