package org.banip.server.spi;

import java.util.Optional;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;

/** Serves HTTP/3 beside a server's TLS port. Found by {@link java.util.ServiceLoader}; without one, a server has no HTTP/3. */
public interface QuicFront {
    /**
     * A connector that is not open yet. It opens its UDP port after the server's other connectors.
     *
     * @return empty if this machine has none of the native libraries; the front logs that
     */
    Optional<NetworkConnector> connector(Server server, QuicListening where);
}
