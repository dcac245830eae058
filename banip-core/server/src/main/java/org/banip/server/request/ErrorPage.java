package org.banip.server.request;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.ContentDigest;
import org.banip.core.interconnect.ErrorAnswer;
import org.banip.core.interconnect.Protocol;

/**
 * Answers with the protocol's error where Tomcat would answer a malformed chunk with a page of its own: it ignores all other answers to such a
 * request. Named in {@code web.xml}, at a path that no client can request.
 */
public final class ErrorPage extends HttpServlet {
    private static final long serialVersionUID = 1L;

    /** For the container. */
    public ErrorPage() {}

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        String message = "the body's chunks are malformed";
        byte[] document = new ErrorAnswer(ErrorCode.MALFORMED_REQUEST.token(), message)
                .toJson()
                .getBytes(StandardCharsets.UTF_8);
        response.setStatus(ErrorCode.MALFORMED_REQUEST.httpStatus());
        response.setHeader("Connection", "close");
        response.setHeader(ContentDigest.HEADER, ContentDigest.of(document));
        response.setContentType(Protocol.JSON_TYPE);
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }
}
