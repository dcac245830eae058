package org.banip.surrogate.standalone;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Refuses {@code TRACE}, which Jetty answers with the request's own headers, credentials included (RFC 9110, section 9.3.8). */
final class NoTrace extends Handler.Wrapper {
    NoTrace(Handler next) {
        super(next);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (HttpMethod.TRACE.is(request.getMethod())) {
            response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD, POST, DELETE");
            response.write(true, BufferUtil.EMPTY_BUFFER, callback);
            return true;
        }
        return super.handle(request, response, callback);
    }
}
