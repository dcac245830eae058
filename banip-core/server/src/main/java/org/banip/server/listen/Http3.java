package org.banip.server.listen;

import java.util.OptionalInt;

/**
 * Whether and where a server with TLS serves HTTP/3 as well.
 *
 * @param on whether it does, if the module {@code banip-server-http3} is there
 * @param port UDP port, 0 is any free port; empty: the number of the TCP port
 */
public record Http3(boolean on, OptionalInt port) {
    /** On, with the number of the TCP port. */
    public static final Http3 SAME_PORT = new Http3(true, OptionalInt.empty());

    /** Off. */
    public static final Http3 OFF = new Http3(false, OptionalInt.empty());
}
