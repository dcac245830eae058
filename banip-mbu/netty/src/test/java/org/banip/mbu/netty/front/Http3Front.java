package org.banip.mbu.netty.front;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3FrameToHttpObjectCodec;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamLimitChangedEvent;
import io.netty.handler.codec.quic.SslSessionTicketKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;
import org.jspecify.annotations.Nullable;

/**
 * Speaks HTTP/3 before the test host, and takes early data. Each stream becomes a connection of HTTP/1.1, and bytes are passed on at once.
 */
public final class Http3Front implements MultiplexingFront {
    private static final int WINDOW_BYTES = 64 << 10;
    private static @Nullable TestCertificate known;

    private final TestHost host;
    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("front"), NioIoHandler.newFactory());
    private final TestCertificate certificate;
    private final QuicSslContext tls;
    private final List<Channel> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger streams = new AtomicInteger();
    private final List<Runnable> goOn = new CopyOnWriteArrayList<>();
    private volatile int heldAfter = Integer.MAX_VALUE;
    private final Channel socket;

    /** A front on a free port of the loopback. */
    Http3Front(TestHost host, Optional<TestCertificate> given, int allowedStreams) throws Exception {
        this.host = host;
        certificate = given.isPresent() ? given.get() : made();
        tls = QuicSslContextBuilder.forServer(certificate.keyManagers(), certificate.password())
                .applicationProtocols(Http3.supportedApplicationProtocols())
                .earlyData(true)
                .build();
        forgetSessions();
        socket = new Bootstrap()
                .group(loops)
                .channel(NioDatagramChannel.class)
                .handler(Http3.newQuicServerCodecBuilder()
                        .sslContext(tls)
                        .maxIdleTimeout(60, TimeUnit.SECONDS)
                        .initialMaxData(1 << 20)
                        .initialMaxStreamDataBidirectionalLocal(WINDOW_BYTES)
                        .initialMaxStreamDataBidirectionalRemote(WINDOW_BYTES)
                        .initialMaxStreamDataUnidirectional(WINDOW_BYTES)
                        .initialMaxStreamsBidirectional(allowedStreams)
                        .initialMaxStreamsUnidirectional(16)
                        .activeMigration(true)
                        .activeConnectionIdLimit(32)
                        .handler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel connection) {
                                connections.add(connection);
                                connection
                                        .pipeline()
                                        .addLast(new Events(), new Http3ServerConnectionHandler(requests()));
                            }
                        })
                        .build())
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
    }

    /** One certificate for all tests, because it takes a process to make it. */
    private static synchronized TestCertificate made() throws Exception {
        TestCertificate certificate = known;
        if (certificate == null) {
            Path directory = Files.createTempDirectory("http3");
            certificate = TestCertificate.make(directory);
            Files.delete(directory.resolve("localhost.p12"));
            Files.delete(directory);
            known = certificate;
        }
        return certificate;
    }

    /** Reads early data, because a connection that is not active is not read by itself; and ends at once when the client has closed. */
    private static final class Events extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof QuicStreamLimitChangedEvent
                    && !context.channel().isActive()) {
                context.read();
            }
            if (event instanceof QuicConnectionCloseEvent) {
                Future<?> unusedClosed = context.close();
            }
            context.fireUserEventTriggered(event);
        }
    }

    private ChannelInitializer<Channel> requests() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                streams.incrementAndGet();
                stream.pipeline()
                        .addLast(
                                new Http3FrameToHttpObjectCodec(true), new Held(), new FrontStream(host.base(), loops));
            }
        };
    }

    /** A stream whose bytes are late, as if the first of them were lost again and again. */
    private final class Held extends ChannelInboundHandlerAdapter {
        private final Queue<Object> late = new ArrayDeque<>();
        private int bytes;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpContent content) {
                bytes += content.content().readableBytes();
            }
            if (bytes > heldAfter || !late.isEmpty()) { // nothing overtakes what is late
                late.add(message);
                Runnable later = () -> context.executor().execute(() -> goOn(context));
                goOn.add(later);
                if (heldAfter == Integer.MAX_VALUE) {
                    later.run();
                }
            } else {
                context.fireChannelRead(message);
            }
        }

        private void goOn(ChannelHandlerContext context) {
            for (Object message = late.poll(); message != null; message = late.poll()) {
                context.fireChannelRead(message);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            late.forEach(ReferenceCountUtil::release);
            late.clear();
            context.fireChannelInactive();
        }
    }

    /** From here on a stream is held up when this number of bytes has come on it. */
    public void holdAfter(int limit) {
        heldAfter = limit;
    }

    /** What is held up goes on. */
    public void goOn() {
        heldAfter = Integer.MAX_VALUE;
        goOn.forEach(Runnable::run);
    }

    /** From here on no session of before can be resumed, as after a restart. */
    public void forgetSessions() {
        SecureRandom random = new SecureRandom();
        byte[][] bytes = {
            new byte[SslSessionTicketKey.NAME_SIZE],
            new byte[SslSessionTicketKey.HMAC_KEY_SIZE],
            new byte[SslSessionTicketKey.AES_KEY_SIZE]
        };
        for (byte[] part : bytes) {
            random.nextBytes(part);
        }
        tls.sessionContext().setTicketKeys(new SslSessionTicketKey(bytes[0], bytes[1], bytes[2]));
    }

    @Override
    public Optional<TestCertificate> certificate() {
        return Optional.of(certificate);
    }

    @Override
    public URI base() {
        return base(port());
    }

    /** The base URL through a relay at this port. */
    public URI base(int port) {
        return URI.create("https://localhost:" + port + host.base().getRawPath());
    }

    /** The UDP port. */
    public int port() {
        return ((InetSocketAddress) socket.localAddress()).getPort();
    }

    @Override
    public int connections() {
        return connections.size();
    }

    @Override
    public int fullHandshakes() {
        return 0; // it has no TLS over TCP
    }

    @Override
    public int streams() {
        return streams.get();
    }

    @Override
    public long openConnections() {
        return connections.stream().filter(Channel::isOpen).count();
    }

    @Override
    public void breakConnections() {
        connections.forEach(connection -> connection.close().awaitUninterruptibly());
    }

    @Override
    public void close() {
        breakConnections();
        socket.close().awaitUninterruptibly();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
