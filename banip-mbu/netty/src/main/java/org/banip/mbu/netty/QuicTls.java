package org.banip.mbu.netty;

import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicSslEngine;
import org.banip.mbu.settings.HttpSettings;

/**
 * TLS for QUIC, with the certificates that the settings trust. It checks the certificate and its name. Session tickets are kept in memory, so
 * that a reconnect resumes the session and may send early data. Any thread.
 */
final class QuicTls {
    private final QuicSslContext context;

    QuicTls(HttpSettings settings) {
        QuicSslContextBuilder builder = QuicSslContextBuilder.forClient()
                .applicationProtocols(Http3.supportedApplicationProtocols())
                .endpointIdentificationAlgorithm("HTTPS")
                .earlyData(true);
        settings.trustManager().ifPresent(builder::trustManager);
        context = builder.build();
    }

    QuicSslEngine engine(QuicChannel channel, String host, int port) {
        return context.newEngine(channel.alloc(), host, port);
    }
}
