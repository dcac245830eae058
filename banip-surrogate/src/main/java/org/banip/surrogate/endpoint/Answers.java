package org.banip.surrogate.endpoint;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.Protocol;

/** Writes whole answers in order; {@link HostRequests} writes errors. Each answer fits the response's buffer, so that writing it never waits for the network. */
public final class Answers {
    private Answers() {}

    /** An answer with a JSON document. */
    public static void json(HttpServletResponse response, int status, String document) throws IOException {
        response.setStatus(status);
        response.setHeader("Cache-Control", "no-store");
        byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
        response.setHeader(ContentDigest.HEADER, ContentDigest.of(bytes));
        body(response, Protocol.JSON_TYPE, bytes);
    }

    /** An answer with frames. */
    static void frames(HttpServletResponse response, byte[] frames) throws IOException {
        response.setStatus(HttpServletResponse.SC_OK);
        response.setHeader("Cache-Control", "no-store");
        body(response, Protocol.FRAMES_TYPE, frames);
    }

    private static void body(HttpServletResponse response, String type, byte[] bytes) throws IOException {
        response.setContentType(type);
        response.setContentLength(bytes.length);
        if (bytes.length > response.getBufferSize()) {
            response.setBufferSize(bytes.length);
        }
        response.getOutputStream().write(bytes);
    }
}
