package org.banip.gateway.listen;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.mqtt.MqttDecoder;
import io.netty.handler.codec.mqtt.MqttEncoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.http.BodyLimit;
import org.banip.gateway.http.HttpConnection;
import org.banip.gateway.http.RequestDeadline;
import org.banip.gateway.mqtt.MqttClients;
import org.banip.gateway.mqtt.MqttConnection;
import org.banip.gateway.mqtt.PacketQueue;
import org.banip.gateway.session.Devices;
import org.banip.gateway.settings.GatewayLimits;

/** The listening sockets and all connections. Any thread. */
public final class Listeners {
    private static final int THREADS = 2;
    /** Most bytes that are read at once, so that few packets wait in a pipeline however short they are. */
    private static final int READ_BYTES = 16_384;
    /** What the system keeps of each direction of a connection: a device that waits for the spool holds no more. */
    private static final int SOCKET_BYTES = 65_536;

    private static final long CLOSING_SECONDS = 10;

    private final Devices devices;
    private final GatewayLimits limits;
    private final Optional<SSLContext> tls;
    private final ConnectionBound bound;
    private final MqttClients clients = new MqttClients();
    private final ChannelGroup listening = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(
            THREADS, new DefaultThreadFactory("banip-gateway", true), NioIoHandler.newFactory());

    /** Listens nowhere yet. */
    public Listeners(Devices devices, GatewayLimits limits, Optional<SSLContext> tls) {
        this.devices = devices;
        this.limits = limits;
        this.tls = tls;
        bound = new ConnectionBound(limits);
    }

    /**
     * Listens for MQTT; returns the port. Connections wait until {@link #accept}.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, or not of this machine
     */
    public int mqtt(InetAddress address, int port) {
        return listen(address, port, this::mqtt);
    }

    /**
     * Listens for HTTP; returns the port. Connections wait until {@link #accept}.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, or not of this machine
     */
    public int http(InetAddress address, int port) {
        return listen(address, port, this::http);
    }

    /** Accepts the connections that wait, and later ones. */
    public void accept() {
        listening.forEach(socket -> socket.config().setAutoRead(true));
    }

    private void mqtt(ChannelPipeline pipeline) {
        PacketQueue queue = new PacketQueue();
        pipeline.addLast(
                new MqttDecoder(MqttConnection.PACKET_BYTES, MqttConnection.CLIENT_ID),
                MqttEncoder.INSTANCE,
                queue,
                new MqttConnection(devices, clients, limits, queue, () -> bound.proven(pipeline.channel())));
    }

    private void http(ChannelPipeline pipeline) {
        RequestDeadline deadline = new RequestDeadline(limits.request(), limits.idle());
        pipeline.addLast(
                deadline,
                new HttpServerCodec(),
                new BodyLimit(),
                new FlowControlHandler(),
                new HttpConnection(devices, limits, deadline, () -> bound.proven(pipeline.channel())));
    }

    private int listen(InetAddress address, int port, Consumer<ChannelPipeline> handlers) {
        ChannelFuture bind = new ServerBootstrap()
                .group(threads)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.AUTO_READ, false) // accepts nothing yet
                .option(ChannelOption.SO_RCVBUF, SOCKET_BYTES) // accepted connections have it from here
                .childOption(ChannelOption.SO_SNDBUF, SOCKET_BYTES)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new FixedRecvByteBufAllocator(READ_BYTES).maxMessagesPerRead(1))
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        begin(channel, handlers);
                    }
                })
                .bind(address, port)
                .awaitUninterruptibly();
        if (!bind.isSuccess()) {
            String said = String.valueOf(bind.cause().getMessage());
            throw new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "cannot listen on " + address.getHostAddress() + ":" + port + ": "
                            + (said.contains("already in use") ? "the port is in use" : said),
                    bind.cause());
        }
        channels.add(bind.channel());
        listening.add(bind.channel());
        return ((InetSocketAddress) bind.channel().localAddress()).getPort();
    }

    private void begin(SocketChannel channel, Consumer<ChannelPipeline> handlers) {
        if (channel.remoteAddress() == null) { // it has ended already
            var unused = channel.close();
            return;
        }
        InetAddress from = channel.remoteAddress().getAddress();
        if (!bound.enter(channel, from)) {
            devices.refusedOtherwise(from.getHostAddress(), "a connection: there are as many as allowed");
            var unused = channel.close();
            return;
        }
        channels.add(channel);
        tls.ifPresent(context -> {
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            SslHandler handler = new SslHandler(engine);
            handler.setHandshakeTimeoutMillis(limits.request().toMillis());
            channel.pipeline().addLast(handler);
        });
        handlers.accept(channel.pipeline());
    }

    /** Closes all sockets, and ends the threads. */
    public void end() throws InterruptedException {
        channels.close().await(CLOSING_SECONDS, TimeUnit.SECONDS);
        threads.shutdownGracefully(0, CLOSING_SECONDS, TimeUnit.SECONDS).await(CLOSING_SECONDS, TimeUnit.SECONDS);
    }
}
