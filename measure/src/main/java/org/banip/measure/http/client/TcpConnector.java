package org.banip.measure.http.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.banip.measure.http.connection.KeyFile;

/** Opens connections over TCP and TLS. A connection is open when its handshake is complete. */
abstract class TcpConnector implements Connector {
    private static final int PATIENCE_MILLIS = 60_000;

    private final EventLoopGroup group;
    private final SslContext tls;
    private final InetSocketAddress server;

    TcpConnector(EventLoopGroup group, SslContext tls, InetSocketAddress server) {
        this.group = group;
        this.tls = tls;
        this.server = server;
    }

    /** Sets up a connection whose handshake is complete. */
    abstract Connection connection(Channel channel);

    @Override
    public void open(Consumer<Connection> opened, Consumer<Throwable> failed) {
        new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        SslHandler secure = tls.newHandler(channel.alloc(), KeyFile.SERVER, server.getPort());
                        secure.setHandshakeTimeoutMillis(PATIENCE_MILLIS);
                        channel.pipeline().addLast(secure, new WhenSecure(opened, failed));
                    }
                })
                .connect(server)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        failed.accept(connected.cause());
                    }
                });
    }

    private final class WhenSecure extends ChannelInboundHandlerAdapter {
        private final Consumer<Connection> opened;
        private final Consumer<Throwable> failed;

        WhenSecure(Consumer<Connection> opened, Consumer<Throwable> failed) {
            this.opened = opened;
            this.failed = failed;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake) {
                ctx.pipeline().remove(this);
                if (handshake.isSuccess()) {
                    opened.accept(connection(ctx.channel()));
                } else {
                    failed.accept(handshake.cause());
                    ChannelFuture unused = ctx.close();
                }
            }
        }
    }
}
