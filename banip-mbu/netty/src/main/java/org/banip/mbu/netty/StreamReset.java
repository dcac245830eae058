package org.banip.mbu.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ResetFrame;
import java.io.IOException;

/** Makes a break of one request of the reset of its stream. Belongs to the stream's thread. */
final class StreamReset extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof Http2ResetFrame reset) {
            context.fireExceptionCaught(
                    new IOException("the request was reset by the other side, code " + reset.errorCode()));
        }
        context.fireUserEventTriggered(event);
    }
}
