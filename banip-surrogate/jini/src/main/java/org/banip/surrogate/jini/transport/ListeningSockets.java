package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ServerSocketFactory;

/** Listens on one address, and can close what listens and what is connected. Any thread. */
public final class ListeningSockets extends ServerSocketFactory {
    private static final int BACKLOG = 64;

    private final Transport transport;
    private final Optional<Integer> fixedPort;
    private final RefusedConnections refused;
    private final Set<BoundedServerSocket> open = ConcurrentHashMap.newKeySet();

    ListeningSockets(Transport transport, Optional<Integer> fixedPort) {
        this.transport = transport;
        this.fixedPort = fixedPort;
        refused = new RefusedConnections(transport.address(), transport.bound());
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, BACKLOG, transport.inetAddress());
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, transport.inetAddress());
    }

    /** Listens on the transport's address, whatever the caller asks for. */
    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        BoundedServerSocket socket = new BoundedServerSocket(
                new InetSocketAddress(transport.inetAddress(), fixedPort.orElse(port)),
                BACKLOG,
                ListeningBounds.of(transport.connections(), transport.isLoopback()),
                transport,
                refused);
        open.add(socket);
        return socket;
    }

    /** The connections that were refused here. */
    public RefusedConnections refused() {
        return refused;
    }

    /** Stops listening and closes all connections; a thread that waits for one gets an {@link java.io.InterruptedIOException}. */
    public void close() {
        open.forEach(BoundedServerSocket::closeAll);
    }
}
