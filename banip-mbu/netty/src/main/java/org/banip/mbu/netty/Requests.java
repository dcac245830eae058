package org.banip.mbu.netty;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.mbu.spi.UplinkContext;

/** The heads of an MBU's requests: only what HTTP and BANip need. */
final class Requests {
    private final UplinkContext context;
    private final String authority;

    Requests(UplinkContext context) {
        this.context = context;
        URI base = context.base();
        authority = base.getPort() < 0 ? base.getHost() : base.getHost() + ":" + base.getPort();
    }

    /** A registration with its document. */
    FullHttpRequest registration(String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        FullHttpRequest request = whole(HttpMethod.POST, Protocol.INTERCONNECTS, bytes);
        request.headers().set(HttpHeaderNames.CONTENT_TYPE, Protocol.JSON_TYPE);
        request.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        request.headers().set(ContentDigest.HEADER, ContentDigest.of(bytes));
        return request;
    }

    /** A request without a body. */
    FullHttpRequest empty(HttpMethod method, String relative) {
        return whole(method, relative, new byte[0]);
    }

    /** A request for a reverse channel. */
    FullHttpRequest reverse(String surrogate) {
        FullHttpRequest request = empty(HttpMethod.GET, surrogate + "/" + Protocol.REVERSE);
        name(request.headers());
        return request;
    }

    private FullHttpRequest whole(HttpMethod method, String relative, byte[] body) {
        FullHttpRequest request =
                new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, method, path(relative), Unpooled.wrappedBuffer(body));
        complete(request.headers());
        return request;
    }

    /** The head of an endless request. */
    HttpRequest endless(String relative) {
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path(relative));
        complete(request.headers());
        request.headers().set(HttpHeaderNames.CONTENT_TYPE, Protocol.FRAMES_TYPE);
        request.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        name(request.headers());
        return request;
    }

    private void name(HttpHeaders headers) {
        context.path().ifPresent(name -> headers.set(Protocol.PATH_HEADER, name));
    }

    private String path(String relative) {
        return context.resolve(relative).getRawPath();
    }

    private void complete(HttpHeaders headers) {
        headers.set(HttpHeaderNames.HOST, authority);
        context.credentials().authorization().ifPresent(value -> headers.set(HttpHeaderNames.AUTHORIZATION, value));
        if (!context.settings().compactHeaders()) {
            headers.set(HttpHeaderNames.USER_AGENT, "BANip-MBU");
        }
    }
}
