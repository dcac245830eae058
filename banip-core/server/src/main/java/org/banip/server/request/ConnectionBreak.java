package org.banip.server.request;

import java.io.IOException;
import org.eclipse.jetty.io.EofException;

/** The exceptions in which containers differ: the one that makes a container close a connection, and those that say why it did. */
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

    /** Whether a body could not be read because of what is in it: Tomcat's and Jetty's exceptions for that. */
    static boolean isOfMalformedBody(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String name = cause.getClass().getSimpleName();
            if (name.equals("BadRequestException") || name.equals("BadMessageException")) {
                return true;
            }
        }
        return false;
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
