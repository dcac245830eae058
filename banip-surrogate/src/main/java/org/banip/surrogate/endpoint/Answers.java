package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.WholeAnswer;

/** Whole answers in order; {@link HostRequests} writes errors. Called on requests' serial executors. */
public final class Answers {
    private Answers() {}

    /** Ends a request with a JSON document. */
    public static void json(AsyncRequest call, int status, String document) {
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        call.response().setHeader(ContentDigest.HEADER, ContentDigest.of(bytes));
        answer(call, status, Protocol.JSON_TYPE, bytes);
    }

    /** Ends a request whose sender has what it asks for. */
    public static void notModified(AsyncRequest call) {
        call.response().setStatus(HttpServletResponse.SC_NOT_MODIFIED);
        call.response().setHeader("Cache-Control", "no-store");
        WholeAnswer.write(call, new byte[0]);
    }

    /** Ends a request with frames. */
    static void frames(AsyncRequest call, byte[] frames) {
        answer(call, HttpServletResponse.SC_OK, Protocol.FRAMES_TYPE, frames);
    }

    private static void answer(AsyncRequest call, int status, String type, byte[] bytes) {
        HttpServletResponse response = call.response();
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setContentType(type);
        WholeAnswer.write(call, bytes);
    }
}
