package org.banip.measure.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the requests of one connection over HTTP/1.1, or of one stream. Belongs to the channel's event loop. */
final class Answerer extends SimpleChannelInboundHandler<HttpObject> {
    /** Header of an answer to a request that arrived before the handshake was complete. */
    static final String EARLY = "early-data";

    private static final Logger LOG = LoggerFactory.getLogger(Answerer.class);

    private final Resources resources;
    private final BooleanSupplier early;
    private final CRC32C checksum = new CRC32C();
    private String path = "";
    private long bytes;

    /**
     * An answerer.
     *
     * @param early whether the handshake is not complete yet
     */
    Answerer(Resources resources, BooleanSupplier early) {
        this.resources = resources;
        this.early = early;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (part instanceof HttpRequest request) {
            path = request.uri();
            checksum.reset();
            bytes = 0;
        }
        if (part instanceof HttpContent content) {
            ByteBuf data = content.content();
            bytes += data.readableBytes();
            checksum.update(data.nioBuffer());
        }
        if (part instanceof LastHttpContent) {
            answer(ctx);
        }
    }

    private void answer(ChannelHandlerContext ctx) {
        byte[] body = resources.answer(path, bytes, (int) checksum.getValue());
        HttpResponseStatus status = body.length == 0 ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK;
        FullHttpResponse response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream");
        if (early.getAsBoolean()) {
            response.headers().set(EARLY, "1");
        }
        ChannelFuture unused = ctx.writeAndFlush(response); // if it fails, the channel ends
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("connection ends: {}", cause.toString());
        ChannelFuture unused = ctx.close();
    }
}
