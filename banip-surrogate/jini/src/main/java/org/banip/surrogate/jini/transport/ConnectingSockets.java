package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** Connects within ten seconds, plain or by TLS; by TLS the other side's certificate must name the address. Immutable. */
final class ConnectingSockets extends SocketFactory {
    private static final Logger LOG = ServerLog.of(ConnectingSockets.class);
    private static final int CONNECT_MILLIS = 10_000;

    private final Optional<TlsContexts> tls;
    private final Deadlines deadlines;

    ConnectingSockets(Optional<TlsContexts> tls, Deadlines deadlines) {
        this.tls = tls;
        this.deadlines = deadlines;
    }

    /** Connects within ten seconds if its user sets no limit, as JERI does not. */
    private static final class Bounded extends Socket {
        @Override
        public void connect(SocketAddress to) throws IOException {
            connect(to, CONNECT_MILLIS);
        }

        @Override
        public void connect(SocketAddress to, int millis) throws IOException {
            super.connect(to, millis == 0 ? CONNECT_MILLIS : millis);
        }
    }

    /** Whether its transport is closed, so that handshakes are broken off at once. */
    boolean isClosed() {
        return deadlines.isClosed();
    }

    /** Not connected yet. By TLS, the certificate must name the literal address that it will be connected to. */
    @Override
    public Socket createSocket() {
        return socket(Optional.empty());
    }

    private Socket socket(Optional<String> name) {
        return tls.<Socket>map(contexts -> new SecuredSocket(
                        new Bounded(),
                        new Handshakes(new VerifiedPeer(contexts, false), name),
                        SecuredSocket.LONGEST_HANDSHAKE,
                        deadlines))
                .orElseGet(Bounded::new);
    }

    /** TLS on a connection to this name, or to a literal address. */
    private record Handshakes(VerifiedPeer peer, Optional<String> name) implements SecuredSocket.Layer {
        @Override
        public SSLSocket over(Socket connected) throws IOException {
            String named = name.orElse(connected.getInetAddress().getHostAddress());
            SSLSocket secured = (SSLSocket)
                    peer.context().getSocketFactory().createSocket(connected, named, connected.getPort(), true);
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            secured.setSSLParameters(parameters);
            return secured;
        }

        @Override
        public void complete() {}

        @Override
        public void failed(IOException reason) {
            LOG.debug("- no TLS with {}", name.orElse("an address"), reason);
        }

        @Override
        public void verify(SSLSocket secured) throws IOException {
            peer.verify(secured);
        }
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connect(Optional.of(host), InetAddress.getByName(host), port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return connect(Optional.empty(), address, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) throws IOException {
        return createSocket(address, port);
    }

    private Socket connect(Optional<String> name, InetAddress address, int port) throws IOException {
        Socket socket = socket(name);
        try {
            socket.connect(new InetSocketAddress(address, port));
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * JERI shares connections between equal factories. A factory of a closed transport breaks its handshakes off, so factories with different clocks
     * are not equal.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof ConnectingSockets sockets
                && sockets.tls.equals(tls)
                && sockets.deadlines.equals(deadlines);
    }

    @Override
    public int hashCode() {
        return tls.hashCode();
    }
}
