package org.banip.surrogate.viewer;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.server.request.AsyncRequest;
import org.banip.server.request.WholeAnswer;
import org.banip.surrogate.endpoint.HostRequests;

/**
 * The viewers' page: one file that loads nothing from anywhere. It holds no data, so it is served to everybody who reaches the host;
 * it requests what it shows with the viewer's rights.
 */
final class PageServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient HostRequests requests;
    private final transient byte[] page;
    private final String policy;

    PageServlet(HostRequests requests) {
        this.requests = requests;
        String text = PagePolicy.text("page.html");
        page = text.getBytes(StandardCharsets.UTF_8);
        policy = "default-src 'none'; script-src " + PagePolicy.hash(text, "script") + "; style-src "
                + PagePolicy.hash(text, "style")
                + "; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    /** Only GET and HEAD: the servlet API's own {@code TRACE} would send the request's credentials back to a script. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        if (request.getMethod().equals("GET") || request.getMethod().equals("HEAD")) {
            AsyncRequest call = requests.open(request, response, "-");
            call.executor().execute(() -> get(call));
            return;
        }
        requests.refuse(
                request,
                response,
                new BanipException(ErrorCode.MALFORMED_REQUEST, "only GET and HEAD are methods of this page"));
    }

    /** The page's own requests are relative, so its address must end with a slash; a container may serve it without one. */
    private void get(AsyncRequest call) {
        HttpServletRequest request = call.request();
        if (request.getRequestURI().endsWith("/")) {
            page(call);
            return;
        }
        call.response().setStatus(HttpServletResponse.SC_FOUND);
        call.response().setHeader("Location", request.getServletContext().getContextPath() + "/");
        call.response().setContentLength(0);
        WholeAnswer.write(call, new byte[0]);
    }

    private void page(AsyncRequest call) {
        PagePolicy.set(call.response(), policy, "no-referrer", "no-cache");
        WholeAnswer.write(call, page);
    }
}
