package org.banip.gateway.mqtt;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Hands packets on one by one, as they are asked for. On request it reads ahead: then it sees that the device has gone, and answers pings, though nobody
 * asks for a packet. Bounded in bytes. Belongs to the connection's event loop.
 */
public final class PacketQueue extends ChannelDuplexHandler {
    /** Beyond this it does not read ahead. */
    static final int MOST_BYTES = 65_536;
    /** What a packet counts for beside its payload. */
    private static final int PACKET_BYTES = 256;

    private final Deque<MqttMessage> packets = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private int bytes;
    private boolean asked;
    private boolean ahead;

    /** An empty queue. */
    public PacketQueue() {}

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    /** Whether it reads though nobody asks for a packet. */
    void readAhead(boolean whether) {
        ahead = whether;
        if (ahead && context != null) {
            answerPings(context);
            readOn(context);
        }
    }

    /** Those that came together with what has to wait. */
    private void answerPings(ChannelHandlerContext ctx) {
        int before = packets.size();
        packets.removeIf(PacketQueue::isPing);
        for (int pings = before - packets.size(); pings > 0; pings--) {
            bytes -= PACKET_BYTES;
            var unused = ctx.writeAndFlush(MqttMessage.PINGRESP);
        }
    }

    private void readOn(ChannelHandlerContext ctx) {
        if (ahead && bytes < MOST_BYTES && ctx.channel().isWritable()) {
            ctx.read();
        }
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        asked = true;
        if (!handOn(ctx)) {
            ctx.read();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object read) {
        MqttMessage packet = (MqttMessage) read;
        if (ahead && isPing(packet)) {
            var unused = ctx.writeAndFlush(MqttMessage.PINGRESP);
            return;
        }
        packets.add(packet);
        bytes += bytesOf(packet);
        boolean unused = handOn(ctx);
    }

    private static boolean isPing(MqttMessage packet) {
        return packet.decoderResult().isSuccess() && packet.fixedHeader().messageType() == MqttMessageType.PINGREQ;
    }

    private boolean handOn(ChannelHandlerContext ctx) {
        MqttMessage next = asked ? packets.poll() : null;
        if (next == null) {
            return false;
        }
        asked = false;
        bytes -= bytesOf(next);
        ctx.fireChannelRead(next);
        return true;
    }

    private static int bytesOf(MqttMessage packet) {
        return PACKET_BYTES
                + (packet instanceof MqttPublishMessage publish
                        ? publish.content().readableBytes()
                        : 0);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.fireChannelReadComplete();
        readOn(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        ctx.fireChannelWritabilityChanged();
        readOn(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        forget();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        forget();
    }

    private void forget() {
        packets.forEach(ReferenceCountUtil::release);
        packets.clear();
        bytes = 0;
    }
}
