package org.banip.mbu.netty;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import java.util.function.Consumer;

/** Tells of the header {@code Alt-Svc} in answers. Belongs to the channel's thread. */
final class AltServiceReader extends ChannelInboundHandlerAdapter {
    private static final String HEADER = "Alt-Svc";

    private final Consumer<String> heard;

    AltServiceReader(Consumer<String> heard) {
        this.heard = heard;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        String value = message instanceof HttpResponse answer ? answer.headers().get(HEADER) : null;
        if (value != null) {
            heard.accept(value);
        }
        context.fireChannelRead(message);
    }
}
