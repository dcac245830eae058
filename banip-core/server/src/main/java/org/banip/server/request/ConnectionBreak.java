package org.banip.server.request;

import java.io.IOException;
import java.util.List;

/** The exception that makes a container close a connection, in the form that it does not log as an accident. */
final class ConnectionBreak {
    private static final String TOMCATS = "org.apache.coyote.CloseNowException";
    private static final String JETTYS = "org.eclipse.jetty.io.EofException";

    private ConnectionBreak() {}

    /** Whether a request can be dispatched to its servlet while the web application stops: in Tomcat it is unmapped before. */
    static boolean isPossibleWhileStopping() {
        try {
            Class.forName(TOMCATS);
            return false;
        } catch (ClassNotFoundException e) {
            return true;
        }
    }

    /**
     * The container's own: Tomcat's or Jetty's, or else a plain {@code IOException}.
     *
     * @param request one of the container's, which has loaded it: a web application may not see the container's classes
     */
    static IOException exception(Object request) {
        String reason = "the answer cannot be ended in order, so its connection is closed";
        for (String name : List.of(TOMCATS, JETTYS)) {
            try {
                return Class.forName(name, true, request.getClass().getClassLoader())
                        .asSubclass(IOException.class)
                        .getConstructor(String.class)
                        .newInstance(reason);
            } catch (ReflectiveOperationException e) {
                // It is another container.
            }
        }
        return new IOException(reason);
    }
}
