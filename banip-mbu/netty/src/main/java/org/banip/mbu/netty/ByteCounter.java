package org.banip.mbu.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.function.Supplier;
import org.banip.mbu.spi.UplinkContext;

/** Counts the bytes of a connection, at its socket. Belongs to the channel's thread, except for what is volatile. */
final class ByteCounter extends ChannelDuplexHandler {
    private final Supplier<UplinkContext.Traffic> traffic;
    private volatile long lastReadNanos = System.nanoTime();

    /**
     * A counter for one connection.
     *
     * @param traffic of the MBU that uses the connection
     */
    ByteCounter(Supplier<UplinkContext.Traffic> traffic) {
        this.traffic = traffic;
    }

    /** How long nothing was read from a connection. Any thread. */
    static long silentNanos(Channel connection) {
        ByteCounter counter = connection.pipeline().get(ByteCounter.class);
        return counter == null ? 0 : System.nanoTime() - counter.lastReadNanos;
    }

    private static int length(Object message) {
        if (message instanceof ByteBuf bytes) {
            return bytes.readableBytes();
        }
        return message instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        lastReadNanos = System.nanoTime();
        traffic.get().received(length(message));
        context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        traffic.get().sent(length(message));
        ChannelFuture unusedPromise = context.write(message, promise);
    }
}
