package org.banip.measure.http.connection;

import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.SslSessionTicketKey;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.SecureRandom;

/** TLS of a server. Its sessions can be resumed; over QUIC, with early data. */
public final class ServerTls {
    /** ALPN names of the versions over TCP, the preferred one first. */
    static final String HTTP2 = "h2";

    static final String HTTP1 = "http/1.1";

    private static final int PART = 16;

    private ServerTls() {}

    /** For HTTP/1.1 and HTTP/2; the client chooses by ALPN. */
    public static SslContext tcp(KeyFile keys) throws IOException {
        SslContext context = SslContextBuilder.forServer(keys.key(), keys.certificate())
                .sslProvider(SslProvider.OPENSSL)
                .protocols("TLSv1.3")
                .applicationProtocolConfig(alpn(HTTP2, HTTP1))
                .build();
        OpenSslSessionContext sessions = (OpenSslSessionContext) context.sessionContext();
        sessions.setTicketKeys(new OpenSslSessionTicketKey(random(), random(), random()));
        return context;
    }

    static ApplicationProtocolConfig alpn(String... names) {
        return new ApplicationProtocolConfig(
                Protocol.ALPN, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT, names);
    }

    /** For HTTP/3. */
    public static QuicSslContext quic(KeyFile keys) throws IOException {
        QuicSslContext context = QuicSslContextBuilder.forServer(keys.key(), null, keys.certificate())
                .applicationProtocols(Http3.supportedApplicationProtocols())
                .earlyData(true)
                .build();
        context.sessionContext().setTicketKeys(new SslSessionTicketKey(random(), random(), random()));
        return context;
    }

    private static byte[] random() {
        byte[] bytes = new byte[PART];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
