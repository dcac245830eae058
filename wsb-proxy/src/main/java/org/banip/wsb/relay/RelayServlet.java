package org.banip.wsb.relay;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.banip.server.request.AsyncRequest;

/** The servlet that passes requests of a container to a broker. Needs asynchronous support and the mapping {@code /*}. */
public class RelayServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // Servlets are not serialised any more (Servlet 6.0).
    private final Relay relay;

    /** A servlet for this broker, which it does not close. */
    public RelayServlet(Broker broker) {
        relay = new Relay(broker);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        AsyncRequest.throwIfBroken(request);
        relay.accept(request, response);
    }
}
