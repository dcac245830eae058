package org.banip.measure.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3FrameToHttpObjectCodec;
import io.netty.handler.codec.http3.Http3ServerConnectionHandler;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicStreamLimitChangedEvent;
import org.banip.measure.http.connection.Windows;

/** HTTP/3 connections. */
final class OverQuic {
    private OverQuic() {}

    /** The handler of the server's UDP channel. */
    static ChannelHandler handler(Resources resources, QuicSslContext tls, String congestionControl) {
        return Windows.on(Http3.newQuicServerCodecBuilder(), congestionControl)
                .sslContext(tls)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connection
                                .pipeline()
                                .addLast(new ReadsEarly(), new Http3ServerConnectionHandler(streams(resources)));
                    }
                })
                .build();
    }

    private static ChannelHandler streams(Resources resources) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                Channel connection = stream.parent();
                // a connection becomes active when its handshake is complete
                stream.pipeline()
                        .addLast(
                                new Http3FrameToHttpObjectCodec(true),
                                new Answerer(resources, () -> !connection.isActive()));
            }
        };
    }

    /** Reads while the handshake is not complete yet; otherwise early data would wait for its end. */
    private static final class ReadsEarly extends ChannelInboundHandlerAdapter {
        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
            if (event instanceof QuicStreamLimitChangedEvent && !ctx.channel().isActive()) {
                ctx.read();
            }
            super.userEventTriggered(ctx, event);
        }
    }
}
