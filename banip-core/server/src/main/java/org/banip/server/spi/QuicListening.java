package org.banip.server.spi;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.banip.server.address.TrustedProxies;
import org.banip.server.listen.ConnectionLimits;
import org.banip.server.tls.TlsFiles;
import org.eclipse.jetty.server.HttpConfiguration;

/**
 * Where and how a server takes HTTP/3.
 *
 * @param host an address or name of this machine
 * @param port the UDP port; known when the connector opens
 * @param otherIfTaken whether any free port will do if that one is taken
 * @param tls key and certificate
 * @param clientAuthorities authorities, of whose certificates clients are asked for one; the application verifies it
 * @param limits bounds of QUIC connections, counted apart from those of TCP
 * @param unbounded whose connections are not counted by address
 * @param http how requests are served
 */
public record QuicListening(
        String host,
        IntSupplier port,
        boolean otherIfTaken,
        TlsFiles tls,
        Optional<Path> clientAuthorities,
        ConnectionLimits limits,
        TrustedProxies unbounded,
        HttpConfiguration http) {}
