package org.banip.server.http3;

import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.server.Connector;
import org.jspecify.annotations.Nullable;

/** What Jetty closes when it closes a request's connection: the stream. No bytes pass here. */
final class StreamEndPoint extends AbstractEndPoint {
    private final QuicStreamChannel quic;

    StreamEndPoint(QuicStreamChannel quic, Connector connector) {
        super(connector.getScheduler());
        this.quic = quic;
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return quic.parent().localSocketAddress();
    }

    /** Where the client is now: it may move. */
    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return quic.parent().remoteSocketAddress();
    }

    @Override
    public boolean isSecure() {
        return true;
    }

    /** With the certificate of the client, if it showed one. */
    @Override
    public @Nullable SslSessionData getSslSessionData() {
        SSLEngine engine = quic.parent().sslEngine();
        if (engine == null) {
            return null;
        }
        SSLSession session = engine.getSession();
        return SslSessionData.from(null, null, session.getCipherSuite(), certificates(session));
    }

    private static X509Certificate @Nullable [] certificates(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            X509Certificate[] certificates = new X509Certificate[chain.length];
            for (int i = 0; i < chain.length; i++) {
                certificates[i] = (X509Certificate) chain[i];
            }
            return certificates;
        } catch (SSLPeerUnverifiedException e) {
            return null; // it showed none
        }
    }

    @Override
    public Object getTransport() {
        return quic;
    }

    @Override
    public boolean isOpen() {
        return super.isOpen() && quic.isOpen();
    }

    @Override
    protected void doClose() {
        RequestStream.reset(quic, Http3ErrorCode.H3_REQUEST_CANCELLED);
    }

    @Override
    protected void onIdleExpired(TimeoutException timeout) {
        close(timeout);
    }

    @Override
    protected void onIncompleteFlush() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void needsFillInterest() {
        throw new UnsupportedOperationException();
    }
}
