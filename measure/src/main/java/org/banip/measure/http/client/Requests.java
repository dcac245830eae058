package org.banip.measure.http.client;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.transfer.Request;

/** Requests as Netty's messages. Their heads have what a small client sends. */
final class Requests {
    private Requests() {}

    static FullHttpRequest message(Request request) {
        byte[] body = request.body();
        FullHttpRequest message = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                request.posts() ? HttpMethod.POST : HttpMethod.GET,
                request.path(),
                Unpooled.wrappedBuffer(body));
        message.headers()
                .set(HttpHeaderNames.HOST, KeyFile.SERVER)
                .set(HttpHeaderNames.USER_AGENT, "banip")
                .set(HttpHeaderNames.ACCEPT, "*/*");
        if (request.posts()) {
            message.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                    .set(HttpHeaderNames.CONTENT_TYPE, "application/octet-stream");
        }
        return message;
    }
}
