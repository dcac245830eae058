package org.banip.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection that brings no request for too long, or a request too slowly. Stands before the HTTP codec. Belongs to the event loop of its
 * connection.
 */
public final class RequestDeadline extends ChannelInboundHandlerAdapter {
    private final Duration request;
    private final Duration idle;
    private @Nullable ScheduledFuture<?> close;
    private boolean inRequest;
    private boolean answering;

    /** A request may take so long to arrive, and a connection may idle so long. */
    public RequestDeadline(Duration request, Duration idle) {
        this.request = request;
        this.idle = idle;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        closeAfter(ctx, request);
        inRequest = true; // a TLS handshake counts
        ctx.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        cancel();
        ctx.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
        if (!inRequest && !answering) {
            inRequest = true;
            closeAfter(ctx, request);
        }
        ctx.fireChannelRead(bytes);
    }

    /** The request has arrived. */
    void arrived() {
        cancel();
        inRequest = false;
        answering = true;
    }

    /** The request is answered. */
    void answered(ChannelHandlerContext ctx) {
        answering = false;
        closeAfter(ctx, idle);
    }

    private void closeAfter(ChannelHandlerContext ctx, Duration time) {
        cancel();
        close = ctx.executor()
                .schedule(
                        () -> {
                            var unused = ctx.close();
                        },
                        time.toMillis(),
                        TimeUnit.MILLISECONDS);
    }

    private void cancel() {
        if (close != null) {
            close.cancel(false);
            close = null;
        }
    }
}
