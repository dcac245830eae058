package org.banip.server.http3;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.banip.server.spi.QuicListening;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/** A UDP port of a Jetty server. Its life is Jetty's to order: open, start, close, stop. */
final class Http3Connector extends AbstractConnector implements NetworkConnector {
    /** Datagrams of many clients wait here while the one thread is at work. */
    private static final int SOCKET_BUFFER_BYTES = 1 << 20;

    private static final int DATAGRAM_BYTES = 2048;
    private static final int STOP_SECONDS = 5;

    private final QuicListening where;
    private final QuicConnections connections;
    private @Nullable EventLoopGroup threads;
    private volatile @Nullable Channel socket;

    Http3Connector(Server server, QuicListening where) {
        super(server, null, null, null, 0, new NoTcp());
        this.where = where;
        connections = new QuicConnections(this, where);
    }

    /** Jetty asks each connector for a protocol of bytes; this one has requests only. */
    private static final class NoTcp extends AbstractConnectionFactory {
        NoTcp() {
            super("h3");
        }

        @Override
        public Connection newConnection(Connector connector, EndPoint endPoint) {
            throw new UnsupportedOperationException("HTTP/3 has no connections of bytes");
        }
    }

    @Override
    public void open() throws IOException {
        threads = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("banip-quic", true), NioIoHandler.newFactory());
        int port = where.port().getAsInt();
        ChannelFuture bound = bind(port);
        if (!bound.isSuccess() && where.otherIfTaken()) {
            bound = bind(0);
        }
        if (!bound.isSuccess()) {
            endThreads();
            throw new IOException("UDP port " + port, bound.cause());
        }
        socket = bound.channel();
        connections.accept(true);
    }

    private ChannelFuture bind(int port) {
        return new Bootstrap()
                .group(threads)
                .channel(NioDatagramChannel.class)
                .option(ChannelOption.SO_RCVBUF, SOCKET_BUFFER_BYTES)
                .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER_BYTES)
                .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(DATAGRAM_BYTES))
                .handler(connections.datagrams())
                .bind(new InetSocketAddress(where.host(), port))
                .awaitUninterruptibly();
    }

    /** Takes no new connections; those that exist go on. */
    @Override
    public void close() {
        connections.accept(false);
    }

    @Override
    protected void doStop() throws Exception {
        close();
        Channel open = socket;
        socket = null;
        if (open != null) {
            connections.closeAll();
            open.close().await(STOP_SECONDS, TimeUnit.SECONDS);
        }
        endThreads();
        super.doStop();
    }

    private void endThreads() {
        EventLoopGroup running = threads;
        if (running != null) {
            running.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    @Override
    public boolean isOpen() {
        Channel open = socket;
        return open != null && open.isOpen();
    }

    @Override
    public String getHost() {
        return where.host();
    }

    @Override
    public int getPort() {
        return where.port().getAsInt();
    }

    @Override
    public int getLocalPort() {
        Channel open = socket;
        return open != null && open.localAddress() instanceof InetSocketAddress address ? address.getPort() : -1;
    }

    @Override
    public @Nullable Object getTransport() {
        return socket;
    }

    @Override
    protected void accept(int acceptor) {
        throw new IllegalStateException("there are no acceptors");
    }
}
