package org.banip.server.request;

import java.io.IOException;
import org.eclipse.jetty.io.EofException;

/** The exception that makes a container close a connection, in the form that it does not log as an accident. */
final class ConnectionBreak {
    private static final String TOMCATS = "org.apache.coyote.CloseNowException";

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

    /** Tomcat's own where it is the container; else Jetty's, which is a plain {@code IOException} to all others. */
    static IOException exception() {
        String reason = "the answer cannot be ended in order, so its connection is closed";
        try {
            return Class.forName(TOMCATS)
                    .asSubclass(IOException.class)
                    .getConstructor(String.class)
                    .newInstance(reason);
        } catch (ReflectiveOperationException e) {
            return new EofException(reason);
        }
    }
}
