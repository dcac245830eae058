package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices that a connection of HTTP/2 takes no more requests, or has a fault. Belongs to the connection's thread. */
final class ConnectionEnd extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionEnd.class);
    private static final AttributeKey<Boolean> GOING_AWAY = AttributeKey.valueOf(ConnectionEnd.class, "going away");

    /** Whether new requests need another connection. Any thread. */
    static boolean isGoingAway(Channel connection) {
        return Boolean.TRUE.equals(connection.attr(GOING_AWAY).get());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof Http2GoAwayFrame) {
            context.channel().attr(GOING_AWAY).set(true);
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("the connection has a fault", cause);
        Channels.close(context);
    }
}
