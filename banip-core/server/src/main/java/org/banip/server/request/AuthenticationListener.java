package org.banip.server.request;

import jakarta.servlet.http.HttpServletRequest;

/**
 * What a stand-alone server wants to know of a request: that its sender has proved who it is. Until then the request may have to give way to others,
 * and so may its connection. Any thread.
 */
@FunctionalInterface
public interface AuthenticationListener {
    /** The attribute of a request that has one. In a servlet container there is none. */
    String ATTRIBUTE = AuthenticationListener.class.getName();

    /**
     * The sender has proved who it is.
     *
     * @param ofMany whether it is a broker, whose connections carry those of many
     */
    void authenticated(boolean ofMany);

    /** Tells the server, if it wants to know. */
    static void tell(HttpServletRequest request, boolean ofMany) {
        if (request.getAttribute(ATTRIBUTE) instanceof AuthenticationListener server) {
            server.authenticated(ofMany);
        }
    }
}
