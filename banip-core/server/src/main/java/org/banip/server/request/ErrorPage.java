package org.banip.server.request;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;

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
        answer(request, response, new BanipException(ErrorCode.MALFORMED_REQUEST, "the body's chunks are malformed"));
    }

    /** Answers a request that nothing has begun to serve; what still comes of its body is not read. */
    static void answer(HttpServletRequest request, HttpServletResponse response, BanipException error)
            throws IOException {
        if (request.getProtocol().startsWith("HTTP/1.")) { // later versions have streams instead
            response.setHeader("Connection", "close");
        }
        byte[] document = ErrorHead.set(response, error);
        response.setContentLength(document.length);
        response.getOutputStream().write(document);
    }
}
