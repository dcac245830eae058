package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Accepts connections up to a bound, and closes others at once. One thread accepts; connections are closed by any.
 *
 * <p>A TLS handshake takes place when the connection is first read, on the reader's thread.
 */
final class BoundedServerSocket extends ServerSocket {
    private static final Logger LOG = ServerLog.of(BoundedServerSocket.class);

    private final Transport transport;
    private final RefusedConnections refusals;
    private final Set<Socket> connected = ConcurrentHashMap.newKeySet();

    BoundedServerSocket(Transport transport, RefusedConnections refusals, int port, int backlog) throws IOException {
        super(port, backlog, transport.inetAddress());
        this.transport = transport;
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
            if (connected.size() > transport.connections()) {
                refuse(socket);
            } else {
                return secured(socket);
            }
        }
    }

    /** Who accepts, Reggie above all, takes this as the request to end, and other exceptions as a reason to try again. */
    private static InterruptedIOException asInterrupted(SocketException closed) {
        InterruptedIOException interrupted = new InterruptedIOException("the server socket is closed");
        interrupted.initCause(closed);
        return interrupted;
    }

    private void refuse(Socket socket) throws IOException {
        refusals.tooMany(transport, getLocalPort());
        socket.close();
    }

    private Socket secured(Socket socket) {
        return transport
                .tls()
                .<Socket>map(context -> new SecuredSocket(
                        socket, connected -> overServer(context, connected), e -> noHandshake(socket, e)))
                .orElse(socket);
    }

    private static SSLSocket overServer(SSLContext context, Socket connected) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(connected, null, true);
        secured.setUseClientMode(false);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
        parameters.setNeedClientAuth(true);
        secured.setSSLParameters(parameters);
        return secured;
    }

    private void noHandshake(Socket socket, IOException e) {
        if (!isClosed()) {
            refusals.noHandshake(transport, getLocalPort(), socket.getInetAddress(), e);
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
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the set is concurrent
        public void close() throws IOException {
            connected.remove(this);
            super.close();
        }
    }
}
