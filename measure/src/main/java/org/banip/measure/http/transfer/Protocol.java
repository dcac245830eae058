package org.banip.measure.http.transfer;

import java.util.Arrays;

/** An HTTP version, and how its connections begin. */
public enum Protocol {
    /** HTTP/1.1 over TLS, up to six connections. */
    HTTP1("http1", false),
    /** HTTP/2 over TLS, one connection. */
    HTTP2("http2", false),
    /** HTTP/3 whose first request waits for the handshake. */
    HTTP3("http3-1rtt", true),
    /** HTTP/3 whose first request is early data. */
    HTTP3_EARLY("http3-0rtt", true);

    private final String token;
    private final boolean quic;

    Protocol(String token, boolean quic) {
        this.token = token;
        this.quic = quic;
    }

    /** Its name in results. */
    public String token() {
        return token;
    }

    /** Whether it runs over QUIC. */
    public boolean quic() {
        return quic;
    }

    /**
     * The protocol with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Protocol of(String token) {
        return Arrays.stream(values())
                .filter(protocol -> protocol.token.equals(token))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "protocol " + token + " is none of http1, http2, " + "http3-1rtt, http3-0rtt"));
    }
}
