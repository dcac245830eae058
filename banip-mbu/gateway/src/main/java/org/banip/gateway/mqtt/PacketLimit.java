package org.banip.gateway.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

/**
 * Discards packets that are longer than the device accepts, as if they had been sent (MQTT 5, section 3.1.2.11.4). Stands behind the encoder. Belongs to
 * the connection's event loop.
 */
final class PacketLimit extends ChannelOutboundHandlerAdapter {
    private final long most;

    /** Packets of at most this many bytes are sent. */
    PacketLimit(long most) {
        this.most = most;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object packet, ChannelPromise promise) {
        if (packet instanceof ByteBuf bytes && bytes.readableBytes() > most) {
            bytes.release();
            promise.setSuccess();
        } else {
            var unused = ctx.write(packet, promise);
        }
    }
}
