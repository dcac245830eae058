package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Accepts connections up to a bound, and closes others at once. One thread accepts; connections are closed by any.
 *
 * <p>A TLS handshake takes place when the connection is first read, on the reader's thread; it must bring its next bytes within ten seconds each.
 */
final class BoundedServerSocket extends ServerSocket {
    private static final Logger LOG = ServerLog.of(BoundedServerSocket.class);
    private static final int HANDSHAKE_MILLIS = 10_000;

    private final Transport transport;
    private final Set<Socket> connected = ConcurrentHashMap.newKeySet();
    private final AtomicLong refused = new AtomicLong();

    BoundedServerSocket(Transport transport, int port, int backlog) throws IOException {
        super(port, backlog, transport.inetAddress());
        this.transport = transport;
    }

    long refused() {
        return refused.get();
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
        long before = refused.getAndIncrement();
        if (Long.bitCount(before) <= 1) { // 0, 1, 2, 4, 8 and so on
            LOG.warn(
                    "- {}:{} has {} connections, as many as are allowed (jini-connections); refused {} so far",
                    transport.address(),
                    getLocalPort(),
                    transport.connections(),
                    before + 1);
        }
        socket.close();
    }

    private Socket secured(Socket socket) throws IOException {
        if (transport.tls().isEmpty()) {
            return socket;
        }
        SSLContext context = transport.tls().get();
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, null, true);
        secured.setUseClientMode(false);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setProtocols(new String[] {TlsContexts.PROTOCOL});
        parameters.setNeedClientAuth(true);
        secured.setSSLParameters(parameters);
        secured.setSoTimeout(HANDSHAKE_MILLIS);
        secured.addHandshakeCompletedListener(event -> {
            try {
                secured.setSoTimeout(0);
            } catch (SocketException e) {
                LOG.debug("- closed right after its handshake", e);
            }
        });
        return secured;
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
