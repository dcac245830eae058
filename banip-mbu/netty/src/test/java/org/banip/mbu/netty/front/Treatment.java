package org.banip.mbu.netty.front;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Queue;

/** What a front does with data requests that come over HTTP/2. */
public enum Treatment {
    /** Passes each byte on as it comes. */
    PASS,
    /** Keeps a body until it has ended. */
    BUFFER,
    /** Answers that a body needs a length. */
    REFUSE,
    /** Resets the stream. */
    RESET;

    /** A handler for one stream. */
    ChannelInboundHandlerAdapter handler() {
        return new Handler();
    }

    private final class Handler extends ChannelInboundHandlerAdapter {
        private final Queue<Object> kept = new ArrayDeque<>();
        private boolean concerned;

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                concerned = Treatment.this != PASS && request.uri().endsWith("/data");
            }
            if (concerned) {
                treat(context, message);
            } else {
                context.fireChannelRead(message);
            }
        }

        @SuppressWarnings("FutureReturnValueIgnored") // a write that fails is followed by a close
        private void treat(ChannelHandlerContext context, Object message) {
            if (Treatment.this == BUFFER) {
                kept.add(message);
                for (Object next = kept.peek();
                        message instanceof LastHttpContent && next != null;
                        next = kept.peek()) {
                    context.fireChannelRead(kept.remove());
                }
                return;
            }
            ReferenceCountUtil.release(message);
            if (!(message instanceof HttpRequest)) {
                return;
            }
            if (Treatment.this == RESET) {
                context.close();
            } else {
                context.writeAndFlush(
                                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.LENGTH_REQUIRED))
                        .addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            kept.forEach(ReferenceCountUtil::release);
            kept.clear();
            context.fireChannelInactive();
        }
    }
}
