package org.banip.server.http3;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.SslEarlyDataReadyEvent;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An HTTP/3 client of the tests, on Netty. One connection; closing it ends its thread. */
final class Http3Client implements AutoCloseable {
    static final long SECONDS = 60;
    private static final long WINDOW_BYTES = 65_536;

    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final CompletableFuture<QuicChannel> early = new CompletableFuture<>();
    private final Channel udp;
    private final CompletableFuture<QuicChannel> connected = new CompletableFuture<>();

    /** Connects with a context of its own. */
    static Http3Client connect(int port) throws Exception {
        Http3Client client = new Http3Client(context(), port);
        client.confirmed();
        return client;
    }

    /** What remembers sessions, for clients that resume one. */
    static QuicSslContext context() {
        return QuicSslContextBuilder.forClient()
                .trustManager(InsecureTrustManagerFactory.INSTANCE)
                .applicationProtocols(Http3.supportedApplicationProtocols())
                .earlyData(true)
                .build();
    }

    /** Begins to connect. */
    Http3Client(QuicSslContext tls, int port) throws Exception {
        QuicClientCodecBuilder codec = Http3.newQuicClientCodecBuilder()
                // Sessions are remembered by name: a relay's port must not matter.
                .sslEngineProvider(quic -> tls.newEngine(quic.alloc(), "localhost", 443))
                .maxIdleTimeout(SECONDS, TimeUnit.SECONDS)
                .activeConnectionIdLimit(4)
                .initialMaxData(4 * WINDOW_BYTES)
                .initialMaxStreamDataBidirectionalLocal(WINDOW_BYTES);
        udp = new Bootstrap()
                .group(threads)
                .channel(NioDatagramChannel.class)
                .handler(codec.build())
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
        QuicChannel.newBootstrap(udp)
                .handler(new ChannelInitializer<QuicChannel>() {
                    @Override
                    protected void initChannel(QuicChannel quic) {
                        quic.pipeline().addLast(new EarlyData()).addLast(new Http3ClientConnectionHandler());
                    }
                })
                .remoteAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                .connect()
                .addListener(done -> {
                    if (done.isSuccess()) {
                        connected.complete((QuicChannel) done.getNow());
                    } else {
                        connected.completeExceptionally(done.cause());
                    }
                });
    }

    private final class EarlyData extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
            if (event instanceof SslEarlyDataReadyEvent) {
                context.channel().eventLoop().execute(() -> early.complete((QuicChannel) context.channel()));
            }
            super.userEventTriggered(context, event);
        }
    }

    /** When early data may be sent; the connection's thread completes it. */
    CompletableFuture<QuicChannel> early() {
        return early;
    }

    /** The connection, when its handshake is complete. */
    QuicChannel confirmed() throws Exception {
        return connected.get(SECONDS, TimeUnit.SECONDS);
    }

    /** When the connection is made, or refused. */
    CompletableFuture<QuicChannel> connected() {
        return connected;
    }

    /** Sends the head of a request. */
    Http3Exchange open(String method, String path, String... fields) throws Exception {
        return Http3Exchange.open(confirmed(), method, path, fields).get(SECONDS, TimeUnit.SECONDS);
    }

    /** A request without a body, whose answer has ended. */
    Http3Exchange get(String path, String... fields) throws Exception {
        Http3Exchange exchange = open("GET", path, fields);
        exchange.end();
        exchange.awaitEnd();
        return exchange;
    }

    /** The name in the server's certificate. */
    String certificateName() throws Exception {
        X509Certificate certificate =
                (X509Certificate) confirmed().sslEngine().getSession().getPeerCertificates()[0];
        return certificate.getSubjectX500Principal().getName();
    }

    /** Where it sends from. */
    int udpPort() {
        return ((InetSocketAddress) udp.localAddress()).getPort();
    }

    static ByteBuf buffer(byte[] bytes) {
        return Unpooled.wrappedBuffer(bytes);
    }

    @Override
    public void close() {
        CompletableFuture<Void> unusedClosed = connected.thenAccept(
                quic -> quic.close(true, 0x100, Unpooled.EMPTY_BUFFER).awaitUninterruptibly(1000));
        udp.close().awaitUninterruptibly(1000);
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
