package org.banip.mbu.netty.front;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.banip.mbu.testhost.HostFront;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;

/** Speaks HTTP/2 before the test host. Each stream becomes a connection of HTTP/1.1, and bytes are passed on at once. */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails is followed by a close
public final class Front implements MultiplexingFront {
    /** Starts fronts for {@code http2} and {@code http3}. */
    public static final class Maker implements HostFront.Maker {
        /** For {@link java.util.ServiceLoader}. */
        public Maker() {}

        @Override
        public boolean serves(String uplink) {
            return uplink.equals("http2") || uplink.equals("http3");
        }

        @Override
        public HostFront start(TestHost host, String uplink, Optional<TestCertificate> certificate) throws Exception {
            return MultiplexingFront.before(host, uplink, certificate);
        }
    }

    private final TestHost host;
    private final Optional<TestCertificate> certificate;
    /** One for all connections, so that they can resume sessions. */
    private final Optional<JdkSslContext> tls;

    private final AtomicInteger fullHandshakes = new AtomicInteger();
    private final int allowedStreams;
    private final EventLoopGroup loops =
            new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("front"), NioIoHandler.newFactory());
    private final List<Channel> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger streams = new AtomicInteger();
    private final Channel listening;
    private volatile int http3Port;
    private volatile Treatment treatment = Treatment.PASS;

    Front(TestHost host, Optional<TestCertificate> certificate, int allowedStreams) throws InterruptedException {
        this.host = host;
        this.certificate = certificate;
        tls = certificate.map(this::secured);
        this.allowedStreams = allowedStreams;
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

    private void accept(Channel channel) {
        accepted.incrementAndGet();
        connections.add(channel);
        if (tls.isPresent()) {
            channel.pipeline()
                    .addLast(
                            tls.get().newHandler(channel.alloc()),
                            new ApplicationProtocolNegotiationHandler("http/1.1") {
                                @Override
                                protected void configurePipeline(ChannelHandlerContext context, String protocol) {
                                    speak(context.channel(), protocol);
                                }
                            });
        } else {
            speak(channel, "h2");
        }
    }

    private void speak(Channel channel, String protocol) {
        if (!protocol.equals("h2")) {
            channel.pipeline().addLast(new Tunnel(host.base(), loops));
            return;
        }
        channel.pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forServer()
                                .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(allowedStreams))
                                .gracefulShutdownTimeoutMillis(0)
                                .build(),
                        new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
                            @Override
                            protected void initChannel(Channel stream) {
                                streams.incrementAndGet();
                                stream.pipeline()
                                        .addLast(
                                                new Http2StreamFrameToHttpObjectCodec(true),
                                                new Announcing(),
                                                treatment.handler(),
                                                new FrontStream(host.base(), loops));
                            }
                        }));
    }

    private final class Announcing extends ChannelOutboundHandlerAdapter {
        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof HttpResponse answer && http3Port > 0) {
                answer.headers().set("Alt-Svc", "h3=\":" + http3Port + "\"");
            }
            context.write(message, promise);
        }
    }

    /** From here on data requests over HTTP/2 are treated so. Those over HTTP/1.1 are passed on as they come. */
    public void treat(Treatment other) {
        treatment = other;
    }

    /** From here on answers announce HTTP/3 at this port. */
    public void announce(int port) {
        http3Port = port;
    }

    private JdkSslContext secured(TestCertificate certificate) {
        return new JdkSslContext(
                context(certificate),
                false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        "h2",
                        "http/1.1"),
                ClientAuth.NONE,
                null,
                false);
    }

    private SSLContext context(TestCertificate certificate) {
        try {
            return certificate.server(fullHandshakes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<TestCertificate> certificate() {
        return certificate;
    }

    @Override
    public URI base() {
        int port = ((InetSocketAddress) listening.localAddress()).getPort();
        return URI.create((certificate.isPresent() ? "https://localhost:" : "http://127.0.0.1:")
                + port
                + host.base().getRawPath());
    }

    @Override
    public int connections() {
        return accepted.get();
    }

    @Override
    public int fullHandshakes() {
        return fullHandshakes.get();
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
        listening.close().awaitUninterruptibly();
        breakConnections();
        loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
