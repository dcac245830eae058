package org.banip.wsb.contract;

import java.net.URI;
import java.util.Map;

/** Something a broker runs in. */
public interface Container {
    /** Starts a broker with these settings (docs/configuration.md) and returns its base URL. */
    URI start(Map<String, String> settings) throws Exception;

    /**
     * Whether it serves a request whose first line ends with {@code http/1.1} as one of HTTP/1.1. Jetty does, and tells nobody how the version
     * was written.
     */
    boolean takesVersionInLowerCase();

    /** Whether MBUs speak HTTP/1.1 to it, whose faults are tested as well. */
    default boolean speaksHttp1() {
        return true;
    }

    /** Ends the broker and what it runs in. */
    void close() throws Exception;
}
