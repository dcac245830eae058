package org.banip.mbu.netty;

import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicSslEngine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.mbu.settings.HttpSettings;

/**
 * TLS for QUIC, with the certificates that the settings trust. It checks the certificate and its name. Session tickets are kept in memory, for each
 * name and port of a broker, so that a reconnect resumes the session and may send early data. All uplinks of the process that trust the same, and
 * have the same own certificate, have the same tickets, for a path whose address changes gets another uplink. Any thread.
 */
final class QuicTls {
    /** The most trust managers that keep their tickets. */
    private static final int MOST = 16;

    private static final Map<List<Optional<?>>, QuicTls> ALL = new LinkedHashMap<>(MOST, 0.75f, true);

    private final QuicSslContext context;

    private QuicTls(HttpSettings settings) {
        QuicSslContextBuilder builder = QuicSslContextBuilder.forClient()
                .applicationProtocols(Http3.supportedApplicationProtocols())
                .endpointIdentificationAlgorithm("HTTPS")
                .earlyData(true);
        settings.trustManager().ifPresent(builder::trustManager);
        settings.keyManager().ifPresent(own -> builder.keyManager(own, null));
        context = builder.build();
    }

    /** With the trust manager of these settings, or with what the platform trusts. */
    static QuicTls trusting(HttpSettings settings) {
        synchronized (ALL) {
            List<Optional<?>> identity = List.of(settings.trustManager(), settings.keyManager());
            QuicTls tls = ALL.get(identity);
            if (tls == null) {
                tls = new QuicTls(settings);
                ALL.put(identity, tls);
                if (ALL.size() > MOST) {
                    ALL.remove(ALL.keySet().iterator().next()); // used longest ago
                }
            }
            return tls;
        }
    }

    QuicSslEngine engine(QuicChannel channel, String host, int port) {
        return context.newEngine(channel.alloc(), host, port);
    }
}
