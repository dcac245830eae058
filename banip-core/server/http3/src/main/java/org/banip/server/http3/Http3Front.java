package org.banip.server.http3;

import io.netty.handler.codec.quic.Quic;
import java.util.Optional;
import org.banip.server.log.ServerLog;
import org.banip.server.spi.QuicFront;
import org.banip.server.spi.QuicListening;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.slf4j.Logger;

/** HTTP/3 on Netty. */
public final class Http3Front implements QuicFront {
    private static final Logger LOG = ServerLog.of(Http3Front.class);

    /** For {@link java.util.ServiceLoader}. */
    public Http3Front() {}

    @Override
    public Optional<NetworkConnector> connector(Server server, QuicListening where) {
        if (!Quic.isAvailable()) {
            LOG.warn("no HTTP/3, because this machine cannot load the QUIC library: {}", Quic.unavailabilityCause());
            return Optional.empty();
        }
        return Optional.of(new Http3Connector(server, where));
    }
}
