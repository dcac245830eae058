package org.banip.server.connection;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Answers each request with 204. */
final class NoContent extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        response.setStatus(204);
        callback.succeeded();
        return true;
    }
}
