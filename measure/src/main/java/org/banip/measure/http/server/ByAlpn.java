package org.banip.measure.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import org.banip.measure.http.connection.Windows;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up a connection over TCP for the version that was agreed by ALPN. */
final class ByAlpn extends ApplicationProtocolNegotiationHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ByAlpn.class);

    private final Resources resources;

    ByAlpn(Resources resources) {
        super(ApplicationProtocolNames.HTTP_1_1);
        this.resources = resources;
    }

    @Override
    protected void configurePipeline(ChannelHandlerContext ctx, String version) {
        ChannelPipeline pipeline = ctx.pipeline();
        if (!version.equals(ApplicationProtocolNames.HTTP_2)) {
            pipeline.addLast(new HttpServerCodec(), new Answerer(resources, () -> false));
            return;
        }
        pipeline.addLast(Http2FrameCodecBuilder.forServer()
                .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(Windows.STREAMS))
                .build());
        pipeline.addLast(new Http2MultiplexHandler(new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                stream.pipeline()
                        .addLast(new Http2StreamFrameToHttpObjectCodec(true), new Answerer(resources, () -> false));
            }
        }));
    }

    @Override
    protected void handshakeFailure(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("no connection: {}", cause.toString());
        ChannelFuture unused = ctx.close();
    }
}
