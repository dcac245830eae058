package org.banip.server.request;

import java.io.IOException;
import java.util.List;

/** The exception that makes a container close a connection, in the form that it does not log as an accident. */
final class ConnectionBreak {
    private static final String TOMCATS = "org.apache.coyote.CloseNowException";
    private static final String JETTYS = "org.eclipse.jetty.io.EofException";

    /** By the class of a request: the look-up takes a lock of the class loader, and a request that breaks is no rare one. */
    private static final ClassValue<Class<? extends IOException>> CONTAINERS = new ClassValue<>() {
        @Override
        protected Class<? extends IOException> computeValue(Class<?> request) {
            for (String name : List.of(TOMCATS, JETTYS)) {
                try {
                    return Class.forName(name, true, request.getClassLoader()).asSubclass(IOException.class);
                } catch (ClassNotFoundException e) {
                    // It is another container.
                }
            }
            return IOException.class;
        }
    };

    private static final boolean POSSIBLE_WHILE_STOPPING = !isTomcat();

    private ConnectionBreak() {}

    private static boolean isTomcat() {
        try {
            Class.forName(TOMCATS);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Whether a request can be dispatched to its servlet while the web application stops: in Tomcat it is unmapped before. */
    static boolean isPossibleWhileStopping() {
        return POSSIBLE_WHILE_STOPPING;
    }

    /**
     * The container's own: Tomcat's or Jetty's, or else a plain {@code IOException}.
     *
     * @param request one of the container's, which has loaded it: a web application may not see the container's classes
     */
    static IOException exception(Object request) {
        String reason = "the answer cannot be ended in order, so its connection is closed";
        try {
            return CONTAINERS
                    .get(request.getClass())
                    .getConstructor(String.class)
                    .newInstance(reason);
        } catch (ReflectiveOperationException e) {
            return new IOException(reason, e);
        }
    }
}
