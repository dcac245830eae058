package org.banip.wsb.spi;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a request that prove its sender.
 *
 * @param authorization the header {@code Authorization}; never to be logged
 * @param certificates the certificate the client proved to own when the TLS connection was made, and those that signed it, as the client sent them
 * @param remoteAddress the client's address: the peer's, or the one that a trusted proxy reports
 * @param fromPage whether a web page makes the request: it has {@code Origin} (RFC 6454, section 7)
 */
public record AuthenticationRequest(
        Optional<String> authorization, List<X509Certificate> certificates, String remoteAddress, boolean fromPage) {
    /** A request that no web page makes. */
    public AuthenticationRequest(
            Optional<String> authorization, List<X509Certificate> certificates, String remoteAddress) {
        this(authorization, certificates, remoteAddress, false);
    }

    /** Copies. */
    public AuthenticationRequest {
        certificates = List.copyOf(certificates);
    }

    /** Hides the credentials. */
    @Override
    public String toString() {
        return "AuthenticationRequest[from " + remoteAddress + "]";
    }
}
