package org.banip.measure.http.client;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.codec.http2.HttpConversionUtil.ExtensionHeaderNames;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import org.banip.measure.http.connection.Windows;

/** HTTP/2: one connection, a stream for each request. */
final class Http2Connector extends TcpConnector {
    /** RFC 9113, section 6.9.2. */
    private static final int INITIAL_WINDOW = 65_535;

    Http2Connector(EventLoopGroup group, SslContext tls, InetSocketAddress server) {
        super(group, tls, server);
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
    Connection connection(Channel channel) {
        channel.pipeline()
                .addLast(
                        Http2FrameCodecBuilder.forClient()
                                .initialSettings(Http2Settings.defaultSettings()
                                        .pushEnabled(false)
                                        .initialWindowSize(Windows.STREAM_WINDOW))
                                .encoderEnforceMaxConcurrentStreams(true)
                                .build(),
                        new Http2MultiplexHandler(unexpected()));
        ChannelFuture unused =
                channel.writeAndFlush(new DefaultHttp2WindowUpdateFrame(Windows.CONNECTION_WINDOW - INITIAL_WINDOW));
        return new Connection() {
            @Override
            public void send(Exchange exchange) {
                stream(channel, exchange);
            }

            @Override
            public void close() {
                ChannelFuture unused = channel.close();
            }
        };
    }

    /** The server opens no streams, because push is off. */
    private static ChannelHandler unexpected() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public boolean isSharable() {
                return true;
            }
        };
    }

    private static void stream(Channel channel, Exchange exchange) {
        AnswerReader reader = new AnswerReader();
        reader.expect(exchange);
        FullHttpRequest message = Requests.message(exchange.request());
        message.headers().set(ExtensionHeaderNames.SCHEME.text(), "https");
        new Http2StreamChannelBootstrap(channel)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(false), reader);
                    }
                })
                .open()
                .addListener(opened -> {
                    if (!opened.isSuccess()) {
                        message.release();
                        reader.fail(opened.cause());
                        return;
                    }
                    ((Http2StreamChannel) opened.getNow())
                            .writeAndFlush(message)
                            .addListener(reader::sent);
                });
    }
}
