package org.banip.measure.http.connection;

import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.cert.X509Certificate;

/** TLS of clients. Each context remembers the sessions of its own connections only. */
public final class ClientTls {
    private final X509Certificate trusted;

    /** Clients that trust this certificate. */
    public ClientTls(KeyFile keys) throws IOException {
        trusted = keys.certificate();
    }

    /** A new context for HTTP/1.1. */
    public SslContext http1() {
        return tcp(ServerTls.HTTP1);
    }

    /** A new context for HTTP/2. */
    public SslContext http2() {
        return tcp(ServerTls.HTTP2);
    }

    private SslContext tcp(String alpn) {
        try {
            return SslContextBuilder.forClient()
                    .sslProvider(SslProvider.OPENSSL)
                    .protocols("TLSv1.3")
                    .trustManager(trusted)
                    .applicationProtocolConfig(ServerTls.alpn(alpn))
                    .build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A new context for HTTP/3.
     *
     * @param early whether requests may be sent before the handshake is complete, if a session is resumed
     */
    public QuicSslContext http3(boolean early) {
        return QuicSslContextBuilder.forClient()
                .trustManager(trusted)
                .applicationProtocols(Http3.supportedApplicationProtocols())
                .earlyData(early)
                .build();
    }
}
