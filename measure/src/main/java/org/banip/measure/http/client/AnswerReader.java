package org.banip.measure.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads the answers of one connection over HTTP/1.1, or of one stream. Belongs to the channel's event loop. */
final class AnswerReader extends SimpleChannelInboundHandler<HttpObject> {
    private static final String EARLY = "early-data";

    private final Supplier<String> end;
    private final CRC32C checksum = new CRC32C();
    private Exchange.@Nullable Outcome outcome;
    private int status;
    private long bytes;
    private boolean early;

    AnswerReader() {
        this(() -> "the connection has ended");
    }

    /**
     * A reader.
     *
     * @param end why the connection has ended; asked after its end
     */
    AnswerReader(Supplier<String> end) {
        this.end = end;
    }

    /** The next answer belongs to this request. */
    void expect(Exchange exchange) {
        outcome = exchange.outcome();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
        if (part instanceof HttpResponse response) {
            status = response.status().code();
            early = response.headers().contains(EARLY);
            bytes = 0;
            checksum.reset();
        }
        if (part instanceof HttpContent content) {
            ByteBuf data = content.content();
            bytes += data.readableBytes();
            checksum.update(data.nioBuffer());
        }
        if (part instanceof LastHttpContent) {
            Exchange.Outcome ended = outcome;
            outcome = null;
            if (ended != null) {
                ended.answered(status, bytes, (int) checksum.getValue(), early);
            }
        }
    }

    /** The request has been sent, or not. */
    void sent(Future<?> sent) {
        if (!sent.isSuccess()) {
            fail(sent.cause());
        }
    }

    /** There will be no answer to what was sent. */
    void fail(Throwable cause) {
        Exchange.Outcome ended = outcome;
        outcome = null;
        if (ended != null) {
            ended.failed(cause);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail(new IOException(end.get()));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(cause);
        ChannelFuture unused = ctx.close();
    }
}
