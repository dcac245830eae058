package org.banip.surrogate.jini.calls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.net.SocketFactory;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * Makes the connections to one other process and remembers them, so that another thread can break them: a thread that waits in a connection then
 * gets an exception. Guarded by its monitor; nothing that may block is done in it.
 */
final class BreakableSockets extends SocketFactory {
    private static final Logger LOG = ServerLog.of(BreakableSockets.class);

    private final SocketFactory through;
    private final Set<Socket> open = new HashSet<>();
    private boolean refuses;
    private boolean closed;

    BreakableSockets(SocketFactory through) {
        this.through = through;
    }

    @Override
    public Socket createSocket() throws IOException {
        return remembered(through.createSocket());
    }

    private Socket remembered(Socket socket) throws IOException {
        boolean accepted;
        synchronized (this) {
            open.removeIf(Socket::isClosed);
            accepted = !refuses && !closed;
            if (accepted) {
                open.add(socket);
            }
        }
        if (!accepted) {
            socket.close();
            throw new SocketException("no more connections are made: the call was broken off");
        }
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return remembered(through.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return remembered(through.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        throw new SocketException("connections are not bound to a local address");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        throw new SocketException("connections are not bound to a local address");
    }

    /** Breaks all connections and makes none until {@link #allow}. */
    void breakAll() {
        List<Socket> all;
        synchronized (this) {
            refuses = true;
            all = new ArrayList<>(open);
            open.clear();
        }
        all.forEach(BreakableSockets::abort);
    }

    /** Makes connections again, unless it is closed. */
    synchronized void allow() {
        refuses = false;
    }

    /** Breaks all connections and makes none any more. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        breakAll();
    }

    /** Without waiting: with a linger time of zero, closing sends a reset and does not wait for a thread that writes. */
    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            LOG.debug("- a connection was closed already", e);
        }
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("- a connection was broken already", e);
        }
    }
}
