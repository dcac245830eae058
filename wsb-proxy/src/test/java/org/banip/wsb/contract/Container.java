package org.banip.wsb.contract;

import java.net.URI;
import java.util.Map;

/** Something a broker runs in. */
public interface Container {
    /** Starts a broker with these settings (docs/configuration.md) and returns its base URL. */
    URI start(Map<String, String> settings) throws Exception;

    /** Ends the broker and what it runs in. */
    void close() throws Exception;
}
