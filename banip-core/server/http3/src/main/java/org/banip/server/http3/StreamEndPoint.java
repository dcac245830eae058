package org.banip.server.http3;

import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.net.SocketAddress;
import java.util.concurrent.TimeoutException;
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
