package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import javax.net.SocketFactory;

/**
 * Goes on the wire inside the stub of a lookup service that talks TLS, and connects with the certificate and the trust of the JVM that received
 * it: a stub never brings keys or trust along. All instances are equal.
 */
public final class ReceiversSockets extends SocketFactory implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Those in use that are not closed, the latest last; the first is plain, and nobody closes it. Guarded by the class. */
    private static final List<Transport> IN_USE = new ArrayList<>(List.of(Transport.loopback()));

    private static volatile Transport current = IN_USE.get(0);

    /** Those of the JVM it is used in. */
    public ReceiversSockets() {}

    /** Decides how this JVM connects to what it found, until the transport is closed; then the one that was used before it is used again. */
    public static synchronized void use(Transport transport) {
        IN_USE.remove(transport);
        if (!transport.deadlines().isClosed()) {
            IN_USE.add(transport);
        }
        current = IN_USE.get(IN_USE.size() - 1);
    }

    /** The transport was closed. */
    static synchronized void endUse(Transport closed) {
        IN_USE.remove(closed);
        current = IN_USE.get(IN_USE.size() - 1);
    }

    @Override
    public Socket createSocket() throws IOException {
        return current.client().createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return current.client().createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        return current.client().createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
        return current.client().createSocket(address, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) throws IOException {
        return current.client().createSocket(address, port, local, localPort);
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
