package org.banip.measure.http.client;

/** An open connection. Belongs to the event loop. */
interface Connection {
    /** Sends a request; not more at the same time than the version allows. */
    void send(Exchange exchange);

    /** Whether its first request is early data. */
    default boolean early() {
        return false;
    }

    /** Ends it. */
    void close();
}
