package org.banip.gateway.mqtt;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a device sends no packet for too long. Time in which the gateway does not read does not count, unless it does not read because the device
 * does not take its answers. Stands between the decoder and the packet queue. Belongs to the connection's event loop.
 */
final class KeepAlive extends ChannelDuplexHandler {
    private final long silenceNanos;
    private final Runnable silent;

    private @Nullable ScheduledFuture<?> look;
    /** Whether a packet is asked for that has not come. */
    private boolean asked;

    private boolean counts;
    private long countsFromNanos;

    /**
     * Begins with the first packet that is asked for.
     *
     * @param silent is run each time that no packet came for so long
     */
    KeepAlive(Duration silence, Runnable silent) {
        silenceNanos = silence.toNanos();
        this.silent = silent;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        lookAfter(ctx, silenceNanos);
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        asked = true;
        count(ctx);
        ctx.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object packet) {
        asked = false;
        counts = false;
        count(ctx);
        ctx.fireChannelRead(packet);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        count(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    /** Time counts from now on, or goes on counting, or does not. */
    private void count(ChannelHandlerContext ctx) {
        boolean before = counts;
        counts = asked || !ctx.channel().isWritable();
        if (counts && !before) {
            countsFromNanos = System.nanoTime();
        }
    }

    private void lookAfter(ChannelHandlerContext ctx, long nanos) {
        look = ctx.executor().schedule(() -> look(ctx), nanos, TimeUnit.NANOSECONDS);
    }

    private void look(ChannelHandlerContext ctx) {
        long left = counts ? countsFromNanos + silenceNanos - System.nanoTime() : silenceNanos;
        if (left <= 0) {
            countsFromNanos = System.nanoTime();
            silent.run();
        }
        if (ctx.channel().isActive()) {
            lookAfter(ctx, left <= 0 ? silenceNanos : left);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancel();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        cancel();
    }

    private void cancel() {
        if (look != null) {
            look.cancel(false);
        }
    }
}
