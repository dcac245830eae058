package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices how many requests a connection of HTTP/2 takes, that it takes no more, or that it has a fault. Belongs to the connection's thread. */
final class ConnectionEnd extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionEnd.class);
    private static final AttributeKey<Boolean> GOING_AWAY = AttributeKey.valueOf(ConnectionEnd.class, "going away");
    private static final AttributeKey<Integer> ALLOWED_STREAMS =
            AttributeKey.valueOf(ConnectionEnd.class, "allowed streams");

    /** Whether new requests need another connection. Any thread. */
    static boolean isGoingAway(Channel connection) {
        return Boolean.TRUE.equals(connection.attr(GOING_AWAY).get());
    }

    /** How many streams the other side allows at once. Empty if it has not told it. Any thread. */
    static OptionalInt allowedStreams(Channel connection) {
        Integer told = connection.attr(ALLOWED_STREAMS).get();
        return told == null ? OptionalInt.empty() : OptionalInt.of(told);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof Http2GoAwayFrame) {
            context.channel().attr(GOING_AWAY).set(true);
        }
        if (message instanceof Http2SettingsFrame told && told.settings().maxConcurrentStreams() != null) {
            long streams = told.settings().maxConcurrentStreams(); // unsigned, 32 bits
            context.channel().attr(ALLOWED_STREAMS).set((int) Math.min(Integer.MAX_VALUE, streams));
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        LOG.debug("the connection has a fault", cause);
        Channels.close(context);
    }
}
