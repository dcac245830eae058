package org.banip.gateway.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalLong;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.gateway.session.Taking;

/** The answers of a gateway. */
final class Answer {
    private static final String RETRY_SECONDS = "5";

    private Answer() {}

    /** Success without a document. */
    static FullHttpResponse done(HttpResponseStatus status) {
        FullHttpResponse answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
        if (!status.equals(HttpResponseStatus.NO_CONTENT)) {
            answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, 0);
        }
        return answer;
    }

    /** An error as a JSON document. 503 asks to try again. */
    static FullHttpResponse error(HttpResponseStatus status, ErrorCode code, String message) {
        byte[] document = new ErrorAnswer(code.token(), message).toJson().getBytes(StandardCharsets.UTF_8);
        FullHttpResponse answer =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.wrappedBuffer(document));
        answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, document.length);
        if (status.equals(HttpResponseStatus.SERVICE_UNAVAILABLE)) {
            answer.headers().set(HttpHeaderNames.RETRY_AFTER, RETRY_SECONDS);
        } else if (status.equals(HttpResponseStatus.UNAUTHORIZED)) {
            answer.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"BANip gateway\", charset=\"UTF-8\"");
        }
        return answer;
    }

    /**
     * The MBU has the samples, the host not yet.
     *
     * @param repeatAtNanos the time that a repetition must have; empty if it is recognised as it is
     */
    static FullHttpResponse notStoredYet(OptionalLong repeatAtNanos) {
        String taken = "the gateway has taken the samples, but the host has not stored them yet; ";
        if (repeatAtNanos.isEmpty()) {
            return error(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    ErrorCode.HOST_UNAVAILABLE,
                    taken + "to hear when it has, send the same again");
        }
        FullHttpResponse answer = error(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                ErrorCode.HOST_UNAVAILABLE,
                taken + "to hear when it has, send them again with the time "
                        + Instant.ofEpochSecond(0, repeatAtNanos.getAsLong())
                        + "; without it they are stored once more");
        answer.headers()
                .remove(HttpHeaderNames.RETRY_AFTER); // who repeats a request as it is would store its samples twice
        return answer;
    }

    static FullHttpResponse noRoom() {
        return error(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                ErrorCode.SPOOL_FULL,
                "the spool is full, nothing was taken; send the same again later");
    }

    static FullHttpResponse refused(Taking.Refused refused) {
        return switch (refused.reason()) {
            case UNKNOWN -> error(HttpResponseStatus.NOT_FOUND, ErrorCode.UNKNOWN_GROUP, refused.message());
            case FORBIDDEN -> error(HttpResponseStatus.FORBIDDEN, ErrorCode.FORBIDDEN, refused.message());
            case MALFORMED -> error(HttpResponseStatus.BAD_REQUEST, ErrorCode.MALFORMED_REQUEST, refused.message());
            case INVALID -> error(HttpResponseStatus.UNPROCESSABLE_ENTITY, ErrorCode.INVALID_SAMPLE, refused.message());
            case DESCRIPTION ->
                error(HttpResponseStatus.UNPROCESSABLE_ENTITY, ErrorCode.INVALID_DESCRIPTION, refused.message());
            case CONFLICT -> error(HttpResponseStatus.CONFLICT, ErrorCode.SESSION_MISMATCH, refused.message());
            case TOO_MANY -> error(HttpResponseStatus.SERVICE_UNAVAILABLE, ErrorCode.LIMIT_REACHED, refused.message());
            case ENDED -> error(HttpResponseStatus.SERVICE_UNAVAILABLE, ErrorCode.HOST_UNAVAILABLE, refused.message());
        };
    }
}
