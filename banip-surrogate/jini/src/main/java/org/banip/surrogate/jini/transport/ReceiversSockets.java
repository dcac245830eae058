package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.SocketFactory;

/**
 * Goes on the wire inside the stub of a lookup service that talks TLS, and connects with the certificate and the trust of the JVM that received
 * it: a stub never brings keys or trust along. All instances are equal.
 */
public final class ReceiversSockets extends SocketFactory implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Those in use whose transports are not closed, the latest last; the first is plain, and nobody closes it. Guarded by the class. */
    private static final List<ConnectingSockets> IN_USE =
            new ArrayList<>(List.of(new ConnectingSockets(Optional.empty(), new Deadlines())));

    private static volatile ConnectingSockets current = IN_USE.get(0);

    /** Those of the JVM it is used in. */
    public ReceiversSockets() {}

    /** Decides how this JVM connects to what it found, until their transport is closed. */
    static synchronized void use(ConnectingSockets sockets) {
        IN_USE.remove(sockets);
        if (!sockets.isClosed()) {
            IN_USE.add(sockets);
        }
        current = IN_USE.get(IN_USE.size() - 1);
    }

    /** The transport of these was closed: those that were used before are used again. */
    static synchronized void endUse(ConnectingSockets closed) {
        IN_USE.remove(closed);
        current = IN_USE.get(IN_USE.size() - 1);
    }

    @Override
    public Socket createSocket() throws IOException {
        return current.createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return current.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return current.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return current.createSocket(address, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) throws IOException {
        return current.createSocket(address, port, local, localPort);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ReceiversSockets;
    }

    @Override
    public int hashCode() {
        return ReceiversSockets.class.hashCode();
    }
}
