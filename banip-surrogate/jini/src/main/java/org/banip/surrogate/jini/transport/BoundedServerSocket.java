package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.banip.server.address.ClientNetwork;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Accepts connections up to a bound, and closes others at once. One thread accepts; connections are closed by any.
 *
 * <p>A TLS handshake takes place when the connection is first read, on the reader's thread. Until it is complete, the connection counts against the
 * share of its client network as well, and so does a plain connection for as long as it is open: a stranger cannot occupy all connections.
 */
final class BoundedServerSocket extends ServerSocket {
    private static final Logger LOG = ServerLog.of(BoundedServerSocket.class);

    private final ListeningBounds bounds;
    private final Optional<TlsContexts> tls;
    private final Deadlines deadlines;
    private final RefusedConnections refusals;
    private final Set<Counted> connected = ConcurrentHashMap.newKeySet();
    private final Set<Counted> unproven = ConcurrentHashMap.newKeySet();

    BoundedServerSocket(
            InetSocketAddress at, int backlog, ListeningBounds bounds, Transport transport, RefusedConnections refusals)
            throws IOException {
        super(at.getPort(), backlog, at.getAddress());
        this.bounds = bounds;
        tls = transport.tls();
        deadlines = transport.deadlines();
        this.refusals = refusals;
    }

    @Override
    public Socket accept() throws IOException {
        while (true) {
            Counted socket = new Counted();
            try {
                implAccept(socket);
            } catch (SocketException e) {
                socket.close();
                if (isClosed()) {
                    throw asInterrupted(e);
                }
                throw e;
            }
            connected.add(socket);
            if (isAdmitted(socket)) {
                socket.setSoTimeout((int) bounds.idle().toMillis());
                return tls.<Socket>map(contexts -> secured(socket, contexts)).orElse(socket);
            }
            socket.close();
        }
    }

    private boolean isAdmitted(Counted socket) {
        if (connected.size() > bounds.connections()) {
            refusals.tooMany(getLocalPort(), bounds.connections());
            return false;
        }
        if (tls.isPresent() && count(unproven, socket.network()) >= bounds.unproven()) {
            refusals.tooManyUnproven(getLocalPort(), socket.getInetAddress(), bounds.unproven());
            return false;
        }
        if (tls.isEmpty() && count(connected, socket.network()) > bounds.plain()) {
            refusals.tooManyOfOne(getLocalPort(), socket.getInetAddress(), bounds.plain());
            return false;
        }
        return true;
    }

    private static long count(Set<Counted> among, ClientNetwork network) {
        return among.stream().filter(each -> each.network().equals(network)).count();
    }

    /** The accepting threads, Reggie's above all, take this as the request to end, and other exceptions as a reason to try again. */
    private static InterruptedIOException asInterrupted(SocketException closed) {
        InterruptedIOException interrupted = new InterruptedIOException("the server socket is closed");
        interrupted.initCause(closed);
        return interrupted;
    }

    private SecuredSocket secured(Counted socket, TlsContexts contexts) {
        unproven.add(socket);
        SecuredSocket secured = new SecuredSocket(
                socket, new Handshakes(socket, new VerifiedPeer(contexts, true)), bounds.handshake(), deadlines);
        secured.limitHandshake();
        return secured;
    }

    /** TLS on an accepted connection. */
    private final class Handshakes implements SecuredSocket.Layer {
        private final Counted socket;
        private final VerifiedPeer peer;

        Handshakes(Counted socket, VerifiedPeer peer) {
            this.socket = socket;
            this.peer = peer;
        }

        @Override
        public SSLSocket over(Socket plain) throws IOException {
            SSLSocket secured = (SSLSocket) peer.context().getSocketFactory().createSocket(plain, null, true);
            secured.setUseClientMode(false);
            SSLParameters parameters = secured.getSSLParameters();
            parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
            parameters.setNeedClientAuth(true);
            secured.setSSLParameters(parameters);
            return secured;
        }

        @Override
        public void complete() {
            unproven.remove(socket);
        }

        @Override
        public void failed(IOException reason) {
            if (!isClosed()) {
                refusals.noHandshake(getLocalPort(), socket.getInetAddress(), reason);
            }
        }

        @Override
        public void verify(SSLSocket secured) throws IOException {
            peer.verify(secured);
        }
    }

    void closeAll() {
        closeQuietly(this);
        connected.forEach(BoundedServerSocket::closeQuietly);
    }

    private static void closeQuietly(java.io.Closeable socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("- a socket did not close in an orderly way", e);
        }
    }

    /** Counts as long as it is open. */
    private final class Counted extends Socket {
        ClientNetwork network() {
            return ClientNetwork.of(getInetAddress());
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the set is concurrent
        public void close() throws IOException {
            connected.remove(this);
            unproven.remove(this);
            super.close();
        }
    }
}
