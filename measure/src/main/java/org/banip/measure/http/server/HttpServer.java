package org.banip.measure.http.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.connection.Loops;
import org.banip.measure.http.connection.ServerTls;

/** The server, at one port of TCP and the same port of UDP. Any thread may close it. */
public final class HttpServer implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;

    private final EventLoopGroup group;
    private final int port;

    private HttpServer(EventLoopGroup group, int port) {
        this.group = group;
        this.port = port;
    }

    /**
     * Starts it.
     *
     * @param address to listen on, at a free port
     * @param seed of the pages
     * @param congestionControl of QUIC; TCP's is that of the route
     */
    public static HttpServer start(InetAddress address, KeyFile keys, long seed, String congestionControl)
            throws IOException {
        Resources resources = new Resources(seed);
        SslContext tls = ServerTls.tcp(keys);
        EventLoopGroup group = Loops.one();
        try {
            Channel tcp = new ServerBootstrap()
                    .group(group)
                    .channel(NioServerSocketChannel.class)
                    .childHandler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel channel) {
                            channel.pipeline().addLast(tls.newHandler(channel.alloc()), new ByAlpn(resources));
                        }
                    })
                    .bind(address, 0)
                    .syncUninterruptibly()
                    .channel();
            int port = ((InetSocketAddress) tcp.localAddress()).getPort();
            Channel unused = new Bootstrap()
                    .group(group)
                    .channel(NioDatagramChannel.class)
                    .handler(OverQuic.handler(resources, ServerTls.quic(keys), congestionControl))
                    .bind(address, port)
                    .syncUninterruptibly()
                    .channel();
            return new HttpServer(group, port);
        } catch (IOException | RuntimeException e) {
            Future<?> unused = group.shutdownGracefully();
            throw e;
        }
    }

    /** Its port. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
