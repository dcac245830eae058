package org.banip.gateway.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.banip.core.error.ErrorCode;
import org.banip.gateway.settings.GatewayLimits;

/**
 * Collects the body of a request. One that is too long gets 413. The rest of it is read and discarded, so that the device can read the answer; then
 * the connection ends.
 */
public final class BodyLimit extends HttpObjectAggregator {
    private boolean discarding;

    /** The bound of messages. */
    public BodyLimit() {
        super(GatewayLimits.MESSAGE_BYTES);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object part) throws Exception {
        if (!discarding) {
            super.channelRead(ctx, part);
            return;
        }
        ReferenceCountUtil.release(part);
        if (part instanceof LastHttpContent) {
            var unused = ctx.close();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
        super.channelReadComplete(ctx);
        if (discarding) {
            ctx.read();
        }
    }

    @Override
    protected void handleOversizedMessage(ChannelHandlerContext ctx, HttpMessage oversized) {
        discarding = true;
        FullHttpResponse answer = Answer.error(
                HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
                ErrorCode.TOO_LONG,
                "a message has at most " + GatewayLimits.MESSAGE_BYTES + " bytes");
        HttpUtil.setKeepAlive(answer, false);
        var unused = ctx.writeAndFlush(answer);
    }
}
