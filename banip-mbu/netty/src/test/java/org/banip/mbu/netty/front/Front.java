package org.banip.mbu.netty.front;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.banip.mbu.testhost.HostFront;
import org.banip.mbu.testhost.TestHost;

/** Speaks HTTP/2 before the test host. Each stream becomes a connection of HTTP/1.1, and bytes are passed on at once. */
public final class Front implements HostFront {
    /** Starts fronts for {@code http2}. */
    public static final class Maker implements HostFront.Maker {
        /** For {@link java.util.ServiceLoader}. */
        public Maker() {}

        @Override
        public boolean serves(String uplink) {
            return uplink.equals("http2");
        }

        @Override
        public Front start(TestHost host, Optional<SSLContext> tls) throws Exception {
            return new Front(host, tls);
        }
    }

    private final TestHost host;
    private final Optional<SSLContext> tls;
    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("front"), NioIoHandler.newFactory());
    private final List<Channel> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final Channel listening;

    private Front(TestHost host, Optional<SSLContext> tls) throws InterruptedException {
        this.host = host;
        this.tls = tls;
        listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
    }

    /** A front with which a test looks at connections and streams. */
    public static Front before(TestHost host) throws InterruptedException {
        return before(host, Optional.empty());
    }

    /** The same, with TLS. */
    public static Front before(TestHost host, Optional<SSLContext> tls) throws InterruptedException {
        return new Front(host, tls);
    }

    private void accept(Channel channel) {
        accepted.incrementAndGet();
        connections.add(channel);
        if (tls.isPresent()) {
            channel.pipeline().addLast(secured(tls.get()).newHandler(channel.alloc()));
        }
        channel.pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forServer()
                                .gracefulShutdownTimeoutMillis(0)
                                .build(),
                        new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                streams.incrementAndGet();
                                stream.pipeline()
                                        .addLast(
                                                new Http2StreamFrameToHttpObjectCodec(true),
                                                new FrontStream(host.base(), loops));
                            }
                        }));
    }

    private static JdkSslContext secured(SSLContext context) {
        return new JdkSslContext(
                context,
                false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        "h2"),
                ClientAuth.NONE,
                null,
                false);
    }

    @Override
    public URI base() {
        int port = ((InetSocketAddress) listening.localAddress()).getPort();
        return URI.create((tls.isPresent() ? "https://localhost:" : "http://127.0.0.1:")
                + port
                + host.base().getRawPath());
    }

    /** The number of accepted connections. */
    public int connections() {
        return accepted.get();
    }

    /** The number of streams that were opened. */
    public int streams() {
        return streams.get();
    }

    /** The number of connections that are open. */
    public long openConnections() {
        return connections.stream().filter(Channel::isOpen).count();
    }

    /** Breaks all connections. */
    public void breakConnections() {
        connections.forEach(connection -> connection.close().awaitUninterruptibly());
    }

    @Override
    public void close() {
        listening.close().awaitUninterruptibly();
        breakConnections();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
