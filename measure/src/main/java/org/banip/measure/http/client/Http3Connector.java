package org.banip.measure.http.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3FrameToHttpObjectCodec;
import io.netty.handler.codec.http3.HttpConversionUtil.ExtensionHeaderNames;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.SslEarlyDataReadyEvent;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.connection.Windows;
import org.jspecify.annotations.Nullable;

/** HTTP/3: one connection, a stream for each request. With a session that can be resumed, the connection is open before its handshake begins. */
final class Http3Connector implements Connector {
    private final EventLoopGroup group;
    private final QuicSslContext tls;
    private final InetSocketAddress server;
    private final String congestionControl;

    Http3Connector(EventLoopGroup group, QuicSslContext tls, InetSocketAddress server, String congestionControl) {
        this.group = group;
        this.tls = tls;
        this.server = server;
        this.congestionControl = congestionControl;
    }

    @Override
    public int mostConnections() {
        return 1;
    }

    @Override
    public int mostRequests() {
        return Windows.STREAMS;
    }

    @Override
    public void open(Consumer<Connection> opened, Consumer<Throwable> failed) {
        new Bootstrap()
                .group(group)
                .channel(NioDatagramChannel.class)
                .handler(Windows.on(Http3.newQuicClientCodecBuilder(), congestionControl)
                        .sslEngineProvider(channel -> tls.newEngine(channel.alloc(), KeyFile.SERVER, server.getPort()))
                        .build())
                .bind(0)
                .addListener(bound -> {
                    if (bound.isSuccess()) {
                        connect(((ChannelFuture) bound).channel(), opened, failed);
                    } else {
                        failed.accept(bound.cause());
                    }
                });
    }

    private void connect(Channel datagrams, Consumer<Connection> opened, Consumer<Throwable> failed) {
        Ready ready = new Ready(opened);
        datagrams.pipeline().addFirst(new AfterDatagrams(ready));
        QuicChannel.newBootstrap(datagrams)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connection.pipeline().addLast(new Http3ClientConnectionHandler(), ready);
                        ready.connection = (QuicChannel) connection;
                    }
                })
                .remoteAddress(server)
                .connect()
                .addListener(connected -> {
                    if (connected.isSuccess()) {
                        ready.open((QuicChannel) connected.getNow(), false);
                    } else if (!ready.open) {
                        ChannelFuture unused = datagrams.close();
                        failed.accept(connected.cause());
                    }
                });
    }

    /**
     * The library tells that a handshake is complete only when the next datagram arrives, a round trip too late. So the state is looked at whenever
     * datagrams have been sent: the last of the handshake are among them.
     */
    private static final class AfterDatagrams extends ChannelOutboundHandlerAdapter {
        private final Ready ready;

        AfterDatagrams(Ready ready) {
            this.ready = ready;
        }

        @Override
        public void flush(ChannelHandlerContext ctx) {
            ctx.flush();
            ctx.executor().execute(ready::look);
        }
    }

    /** Opens the connection as soon as it can send: with early data, or when the handshake is complete. */
    private static final class Ready extends ChannelInboundHandlerAdapter {
        private final Consumer<Connection> opened;
        private @Nullable QuicChannel connection;
        private @Nullable QuicConnectionCloseEvent closing;
        private boolean open;

        Ready(Consumer<Connection> opened) {
            this.opened = opened;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslEarlyDataReadyEvent) {
                // not from within the event: the library is still sending
                ctx.channel().eventLoop().execute(() -> open((QuicChannel) ctx.channel(), true));
            }
            if (event instanceof QuicConnectionCloseEvent close) {
                closing = close;
            }
            ctx.fireUserEventTriggered(event);
        }

        private void look() {
            QuicChannel present = connection;
            SSLEngine engine = present == null ? null : present.sslEngine();
            if (present != null && engine != null && engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING) {
                open(present, false);
            }
        }

        private void open(QuicChannel connection, boolean early) {
            if (!open) {
                open = true;
                opened.accept(new OverQuic(connection, early, this::end));
            }
        }

        /** Why the connection has ended. */
        private String end() {
            QuicConnectionCloseEvent close = closing;
            if (close != null) {
                return "the server has ended the connection with the "
                        + (close.isApplicationClose() ? "HTTP/3" : "QUIC")
                        + " error 0x" + Integer.toHexString(close.error()) + ": "
                        + new String(close.reason(), StandardCharsets.UTF_8);
            }
            QuicChannel present = connection;
            return present != null && present.isTimedOut()
                    ? "the server was silent for too long"
                    : "the connection has ended at this end";
        }
    }

    /** An open connection. */
    private record OverQuic(QuicChannel connection, boolean early, Supplier<String> end) implements Connection {
        @Override
        public void send(Exchange exchange) {
            AnswerReader reader = new AnswerReader(end);
            reader.expect(exchange);
            FullHttpRequest message = Requests.message(exchange.request());
            message.headers().set(ExtensionHeaderNames.SCHEME.text(), "https");
            Http3.newRequestStream(connection, new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel stream) {
                            stream.pipeline().addLast(new Http3FrameToHttpObjectCodec(false), reader);
                        }
                    })
                    .addListener(opened -> {
                        if (opened.isSuccess()) {
                            ((QuicStreamChannel) opened.getNow())
                                    .writeAndFlush(message)
                                    .addListener(reader::sent);
                        } else {
                            message.release();
                            reader.fail(opened.cause());
                        }
                    });
        }

        @Override
        public void close() {
            Channel datagrams = connection.parent();
            connection.close().addListener(closed -> {
                ChannelFuture unused = datagrams.close();
            });
        }
    }
}
