package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.banip.mbu.spi.UplinkContext;
import org.jspecify.annotations.Nullable;

/** TLS with the certificates that the settings trust, and with ALPN (RFC 7301). Any thread. */
final class Tls {
    private final UplinkContext context;
    private final List<String> protocols;

    /**
     * TLS for one uplink.
     *
     * @param protocols offered by ALPN; the broker must choose the first one. Empty for no ALPN
     */
    Tls(UplinkContext context, List<String> protocols) {
        this.context = context;
        this.protocols = protocols;
    }

    /** The handler of a new connection. It checks the certificate and its name. */
    SslHandler handler(Channel channel, int port) throws IOException {
        JdkSslContext ssl = new JdkSslContext(
                trusted(),
                true,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                protocols.isEmpty() ? ApplicationProtocolConfig.DISABLED : alpn(),
                ClientAuth.NONE,
                null,
                false);
        SSLEngine engine = ssl.newEngine(channel.alloc(), context.base().getHost(), port);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeoutMillis(context.settings().connectTimeout().toMillis());
        return handler;
    }

    private ApplicationProtocolConfig alpn() {
        return new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                protocols);
    }

    private SSLContext trusted() throws IOException {
        try {
            return context.settings().sslContext().isPresent()
                    ? context.settings().sslContext().get()
                    : SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException("this platform has no TLS", e);
        }
    }

    /** Why the handshake is of no use: the broker has chosen another protocol than the first one. Null if it has chosen that. */
    @Nullable
    IOException wrongProtocol(SslHandler handshaken) {
        String chosen = handshaken.applicationProtocol();
        return protocols.isEmpty() || protocols.get(0).equals(chosen)
                ? null
                : new OtherProtocolException("the broker at " + context.base() + " does not speak " + protocols.get(0)
                        + (chosen == null ? "" : ", it chose " + chosen));
    }
}
