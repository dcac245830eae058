package org.banip.surrogate.jini.transport;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;

/**
 * Goes on the wire inside the stub of a lookup service that talks TLS, and connects with the certificate and the trust of the JVM that received
 * it: a stub never brings keys or trust along. All instances are equal.
 */
public final class ReceiversSockets extends SocketFactory implements Serializable {
    private static final long serialVersionUID = 1L;

    private static volatile Transport current = Transport.loopback();

    /** Those of the JVM it is used in. */
    public ReceiversSockets() {}

    /** Decides how this JVM connects to what it found: once, when its Jini part starts. */
    public static void use(Transport transport) {
        current = transport;
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
